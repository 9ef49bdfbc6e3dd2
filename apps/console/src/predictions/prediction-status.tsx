import type { PredictionStatus, PredictionSummary } from "@airlock/contract";
import { StatusPill, type Status } from "../look/status-pill.tsx";

const looks: Readonly<Record<PredictionStatus, Status>> = {
  configuring: "configuring",
  training: "training",
  trained: "trained",
  failed: "error",
  schedulerStopped: "stopped",
  schedulerRunning: "serving",
};

/** The statusMessage, or 'Configuring' if empty. */
export function statusText({ statusMessage }: Pick<PredictionSummary, "statusMessage">): string {
  return statusMessage === "" ? "Configuring" : statusMessage;
}

export function PredictionStatusPill({ prediction }: { readonly prediction: Pick<PredictionSummary, "status" | "statusMessage"> }) {
  const text = statusText(prediction);
  return (
    // What nothing is told of yet is being configured, a scheduler that never ran as well.
    <StatusPill status={prediction.statusMessage === "" ? "configuring" : looks[prediction.status]}>
      <span className="clip" title={text}>
        {text}
      </span>
    </StatusPill>
  );
}
