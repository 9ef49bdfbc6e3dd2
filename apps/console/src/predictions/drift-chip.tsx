import type { PredictionSummary } from "@airlock/contract";
import { Link } from "@tanstack/react-router";
import { counted } from "../ui/format/numbers.ts";
import { Icon } from "../ui/icons/icon.tsx";

interface DriftChipProps {
  readonly prediction: Pick<PredictionSummary, "webSafeString" | "name" | "drift">;
  readonly mayOpen: boolean;
}

/** The inputs of live decisions differ from the training data. Links to the details for users who may open the prediction. */
export function DriftChip({ prediction: { webSafeString, name, drift }, mayOpen }: DriftChipProps) {
  const what = [...(drift.score ? ["the scores"] : []), ...(drift.columns.length === 0 ? [] : [counted(drift.columns.length, "column")])];
  const shown = (
    <>
      <Icon name="warning" size={12} />
      Drifting
    </>
  );
  const title = `Differs from training: ${what.join(" and ")}`;
  if (!mayOpen) {
    return (
      <span className="chip warning" title={title}>
        {shown}
      </span>
    );
  }
  return (
    <Link
      className="chip warning pr-drift"
      title={title}
      aria-label={`Drifting: ${name}`}
      to="/admin/predictions/configs/$webSafeString"
      params={{ webSafeString }}
      search={{ tab: "jobs", drift: 30 }}
    >
      {shown}
    </Link>
  );
}
