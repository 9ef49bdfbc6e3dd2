import { Link } from "@tanstack/react-router";
import { DriftChip } from "./drift-chip.tsx";
import { createdColumn } from "../parts/list-page/created-column.tsx";
import type { Column } from "../parts/list-page/column.ts";
import type { Records } from "../parts/list-page/editing/use-records.ts";
import { PredictionStatusPill, statusText } from "./prediction-status.tsx";
import { typeTexts, type ListedPrediction } from "./use-predictions.ts";
import { keyOf, nameOf } from "../parts/list-page/row-names.ts";

export function predictionColumns(saver: Records["saver"], mayOpen: boolean): readonly Column<ListedPrediction>[] {
  return [
    {
      name: "name",
      title: "Name",
      place: "name",
      sortable: true,
      width: "clamp(180px, 20vw, 320px)",
      show: (prediction) =>
        mayOpen ? (
          <Link className="pr-name" to="/admin/predictions/configs/$webSafeString" params={{ webSafeString: keyOf(prediction) }}>
            {nameOf(prediction)}
          </Link>
        ) : (
          nameOf(prediction)
        ),
      text: nameOf,
      edit: { value: nameOf, save: saver("prediction.update", "name"), maxLength: 200 },
    },
    {
      name: "type",
      title: "Type",
      place: "other",
      sortable: true,
      width: 160,
      show: ({ _embedded }) => <span className="muted">{typeTexts[_embedded.type]}</span>,
      text: ({ _embedded }) => _embedded.type,
    },
    {
      name: "status",
      title: "Status",
      place: "status",
      show: ({ _embedded }) => (
        <span className="pr-status">
          <PredictionStatusPill prediction={_embedded} />
          {_embedded.drift.state === "drifting" && <DriftChip prediction={_embedded} mayOpen={mayOpen} />}
        </span>
      ),
      text: ({ _embedded }) => `${statusText(_embedded)}${_embedded.drift.state === "drifting" ? ", drifting" : ""}`,
    },
    {
      name: "deployedModel",
      title: "Deployed",
      place: "description",
      width: 104,
      show: ({ _embedded: { deployedModel } }) => (deployedModel === null ? <span className="faint">-</span> : `Model ${deployedModel}`),
      text: ({ _embedded: { deployedModel } }) => (deployedModel === null ? "" : String(deployedModel)),
    },
    createdColumn,
  ];
}
