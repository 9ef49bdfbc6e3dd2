import type { PredictionStatus, PredictionSummary } from "@airlock/contract";
import { StatusPill, type Status } from "../ui/status-pill.tsx";

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

/** A scheduler keeps running when one of its runs fails; the failure is what the pill reports. */
export function statusLook({ status, statusMessage }: Pick<PredictionSummary, "status" | "statusMessage">): Status {
  if (/^Run \d+ failed: /.test(statusMessage)) return "error";
  // Without a message it is being configured, a scheduler that never ran as well.
  return statusMessage === "" ? "configuring" : looks[status];
}

export function PredictionStatusPill({ prediction }: { readonly prediction: Pick<PredictionSummary, "status" | "statusMessage"> }) {
  const text = statusText(prediction);
  return (
    <StatusPill status={statusLook(prediction)}>
      <span className="clip" title={text}>
        {text}
      </span>
    </StatusPill>
  );
}
