import type { MonitorMeasureKind } from "./monitor-limits.ts";
import type { MonitorMeasure, MonitorRule } from "./monitor.ts";

export { maxMonitors, maxNotified, monitorMeasureKinds, monitorWindows, type MonitorMeasureKind } from "./monitor-limits.ts";

/** What is measured, in words. */
export function measureTitle(measure: MonitorMeasure, predictionName = "prediction"): string {
  switch (measure.kind) {
    case "failedShare":
      return "Failed share";
    case "p99":
      return "p99 latency";
    case "volume":
      return "Volume";
    case "outcomeShare":
      return `${measure.outcome} share`;
    case "reasonShare":
      return `${measure.reasonCode} share`;
    case "drift":
      return `Drift of ${predictionName}`;
  }
}

/** Why a measure and a rule make no monitor together; undefined when they do. */
export function ruleProblem({ kind }: Pick<MonitorMeasure, "kind">, rule: MonitorRule): string | undefined {
  if (rule.kind === "unlike") return kind === "drift" ? "Drift is compared with the training: it needs a threshold." : undefined;
  const { min, max } = rule;
  if (min === null && max === null) return "Enter a lower or an upper limit.";
  if (min !== null && max !== null && min >= max) return "The lower limit must be below the upper one.";
  const isShare = kind === "failedShare" || kind === "outcomeShare" || kind === "reasonShare";
  return isShare && Math.max(min ?? 0, max ?? 0) > 1 ? "A share is from 0 to 1." : undefined;
}

/** A value with its unit. */
export function valueText(kind: MonitorMeasureKind, value: number): string {
  switch (kind) {
    case "p99":
      return `${rounded(value, value < 10 ? 2 : value < 100 ? 1 : 0)} ms`;
    case "volume":
      return `${rounded(value, value < 10 ? 1 : 0)} per hour`;
    case "drift":
      return rounded(value, 2);
    default:
      return `${rounded(value * 100, value < 0.01 ? 2 : 1)}%`;
  }
}

function rounded(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)));
}
