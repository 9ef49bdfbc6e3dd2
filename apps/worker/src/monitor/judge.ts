import { isShare, type MonitorJudgement, type MonitorMeasureKind, type MonitorRule, type UsualRange } from "@airlock/contract";
import type { Measured } from "./measure.ts";

export interface Judged {
  readonly judgement: Exclude<MonitorJudgement, "waiting">;
  readonly value: number | null;
  readonly decisions: number;
  /** Only if the rule compares with earlier weeks. */
  readonly usual: UsualRange | null;
}

export interface JudgedBy {
  readonly kind: MonitorMeasureKind;
  readonly rule: MonitorRule;
  readonly minDecisions: number;
  readonly windowMinutes: number;
}

/** Windows of the same hour of earlier weeks, by week. */
export type PastWeeks = readonly (readonly Measured[])[];

/** With fewer weeks, the usual range is unknown. */
export const minWeeks = 2;
/** Scales the median absolute deviation to a standard deviation. */
const madScale = 1.4826;
const maxDeviations = 3;

interface Floor {
  readonly median: number;
  /** In the evaluated window. */
  readonly decisions: number;
  readonly windowMinutes: number;
}

/** Three standard deviations of a share of n decisions, which occur by chance. */
const shareFloor = ({ median, decisions }: Floor) =>
  Math.max(0.02, maxDeviations * Math.sqrt((median * (1 - median)) / Math.max(1, decisions)));

/** The smallest deviation from the median that counts as unusual, even if all weeks were equal. */
const floors: Readonly<Record<MonitorMeasureKind, (floor: Floor) => number>> = {
  failedShare: shareFloor,
  outcomeShare: shareFloor,
  // The variance of a share is largest at one half.
  outcomeMix: ({ median, decisions }) => Math.max(0.02, (maxDeviations * 0.5) / Math.sqrt(Math.max(1, decisions)) - median),
  reasonShare: shareFloor,
  p99: ({ median }) => Math.max(1, 0.2 * median),
  // Per hour. By chance, the count of a window varies by its square root.
  volume: ({ median, windowMinutes }) => Math.max(10, 0.2 * median, maxDeviations * Math.sqrt((median * 60) / windowMinutes)),
  drift: () => 0.1,
};

export function judge(by: JudgedBy, now: Measured, past: PastWeeks = []): Judged {
  const { kind, rule, minDecisions } = by;
  const { value, decisions } = now;
  if (value === null || !isEnough(kind, now, minDecisions)) return { judgement: "tooFew", value, decisions, usual: null };
  if (rule.kind === "threshold") return { judgement: isWithin(value, rule) ? "inside" : "outside", value, decisions, usual: null };
  const usual = usualRangeOf(by, decisions, past);
  if (usual === undefined) return { judgement: "noHistory", value, decisions, usual: null };
  return { judgement: isWithin(value, usual) ? "inside" : "outside", value, decisions, usual };
}

/** A monitor of volume must also evaluate windows with few decisions. */
export function isEnough(kind: MonitorMeasureKind, { decisions }: Pick<Measured, "decisions">, minDecisions: number): boolean {
  return kind === "volume" || decisions >= minDecisions;
}

interface Limits {
  readonly min: number | null;
  readonly max: number | null;
}

function isWithin(value: number, { min, max }: Limits): boolean {
  return (min === null || value >= min) && (max === null || value <= max);
}

/** How far a value is outside its limits; negative if it is inside. */
export function excessOf(value: number, { min, max }: Limits): number {
  return Math.max(max === null ? Number.NEGATIVE_INFINITY : value - max, min === null ? Number.NEGATIVE_INFINITY : min - value);
}

/** The median of the earlier windows with three robust standard deviations around it, or the floor if that is larger. */
export function usualRangeOf(
  { kind, minDecisions, windowMinutes }: Omit<JudgedBy, "rule">,
  decisions: number,
  past: PastWeeks,
): UsualRange | undefined {
  const weeks = past
    .map((windows) => windows.flatMap((one) => (one.value === null || !isEnough(kind, one, minDecisions) ? [] : [one.value])))
    .filter((values) => values.length > 0);
  if (weeks.length < minWeeks) return undefined;
  const values = weeks.flat();
  const median = medianOf(values);
  const mad = medianOf(values.map((value) => Math.abs(value - median)));
  const tolerance = Math.max(maxDeviations * madScale * mad, floors[kind]({ median, decisions, windowMinutes }));
  const max = median + tolerance;
  // A mix that is closer to the baseline than usual is not a problem.
  const min = kind === "outcomeMix" ? 0 : Math.max(0, median - tolerance);
  return { median, min, max: isShare(kind) ? Math.min(1, max) : max };
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2;
}
