import Button from "@mui/material/Button";
import { counted } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { linkFor } from "../../api/session/permissions.ts";
import type { Prediction } from "../editor/use-prediction.ts";
import { dayText } from "./drift-view.ts";
import "./drift-strip.css";

/** For a deployed model: whether live inputs still resemble the training data, with a link to the details. */
export function DriftStrip({ prediction, onOpen }: { readonly prediction: Prediction; readonly onOpen: () => void }) {
  const { deployedModel, drift, type } = prediction._embedded;
  // What is looked up by a key has no inputs to compare.
  if (type !== "standard" || deployedModel === null || linkFor(prediction, "drift", "GET") === undefined) return null;
  const { state, since, columns, score } = drift;
  const what = [...(score ? ["the scores"] : []), ...(columns.length === 0 ? [] : [counted(columns.length, "column")])].join(" and ");
  const text = {
    none: "Too few decisions yet to compare with the training.",
    steady: "Live inputs look like the training data.",
    drifting: `Differs from training: ${what}${since === null ? "" : `, since ${dayText(since.slice(0, 10))}`}.`,
  }[state];
  return (
    <section className={`card dr-strip ${state}`} aria-label="Drift">
      <Icon name={state === "drifting" ? "warning" : state === "steady" ? "success" : "info"} size={16} />
      <span className="strong">{state === "drifting" ? "Drifting" : `Model ${deployedModel} is deployed`}</span>
      <span className="grow muted">{text}</span>
      <Button size="small" variant="outlined" startIcon={<Icon name="chart" size={14} />} onClick={onOpen}>
        Show drift
      </Button>
    </section>
  );
}
