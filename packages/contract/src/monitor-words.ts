import type { MonitorMeasureKind } from "./monitor-limits.ts";
import type { MonitorMeasure, MonitorRule, MovedOutcome } from "./monitor.ts";

export { maxBaseline, maxMonitors, maxNotified, monitorMeasureKinds, monitorWindows, type MonitorMeasureKind } from "./monitor-limits.ts";

/** The measure in words. */
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
    case "outcomeMix":
      return "Outcome mix";
    case "reasonShare":
      return `${measure.reasonCode} share`;
    case "drift":
      return `Drift of ${predictionName}`;
  }
}

/** Why a measure and a rule make no monitor together; undefined when they do. `largest` is how the caller writes the largest share. */
export function ruleProblem(measure: MonitorMeasure, rule: MonitorRule, largest = "1"): string | undefined {
  const { kind } = measure;
  const shares = measure.kind === "outcomeMix" ? (measure.baseline ?? []) : [];
  if (new Set(shares.map(({ outcome }) => outcome)).size < shares.length) return "The baseline names an outcome twice.";
  const sum = shares.reduce((total, { share }) => total + share, 0);
  if (shares.length > 0 && Math.abs(sum - 1) > 0.01) return "The shares of the baseline must add up to 100%.";
  if (rule.kind === "unlike") return kind === "drift" ? "Drift is compared with the training: it needs a threshold." : undefined;
  const { min, max } = rule;
  if (kind === "outcomeMix" && (min !== null || max === null)) return "Enter by how many points the mix may move: an upper limit only.";
  if (min === null && max === null) return "Enter a lower or an upper limit.";
  if (min !== null && max !== null && min >= max) return "The lower limit must be below the upper one.";
  return isShare(kind) && Math.max(min ?? 0, max ?? 0) > 1 ? `A share is from 0 to ${largest}.` : undefined;
}

/** Whether it is from 0 to 1. */
export function isShare(kind: MonitorMeasureKind): boolean {
  return kind === "failedShare" || kind === "outcomeShare" || kind === "outcomeMix" || kind === "reasonShare";
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
    case "outcomeMix":
      return `${rounded(value * 100, value < 0.01 ? 2 : 1)} points`;
    default:
      return `${rounded(value * 100, value < 0.01 ? 2 : 1)}%`;
  }
}

/** A value on an axis, where there is little room: '12/h'. */
export function tickText(kind: MonitorMeasureKind, value: number): string {
  return kind === "volume" ? `${rounded(value, value < 10 ? 1 : 0)}/h` : valueText(kind, value);
}

/** 'Decline +5.2 points' */
export function movedText({ outcome, by }: MovedOutcome): string {
  return `${outcome} ${by < 0 ? "-" : "+"}${valueText("outcomeMix", Math.abs(by))}`;
}

function rounded(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)));
}
