import type { MonitorPoint, MonitorRule, UsualRange } from "@airlock/contract";
import { excessOf, type Judged } from "./judge.ts";

/** The open firing of a monitor. */
export interface OpenFiring {
  readonly id: string;
  readonly peak: number;
  /** Since when every window was inside again. */
  readonly insideSince: Date | null;
}

export type Transition =
  | { readonly kind: "none" }
  | { readonly kind: "begin"; readonly value: number }
  | { readonly kind: "continue"; readonly peak: number; readonly insideSince: Date | null }
  | { readonly kind: "end" };

/**
 * A firing begins with the first window outside. It ends when the value was inside for two windows in a row: the first one inside, and everything
 * until a whole window later. A window that cannot be evaluated neither begins nor ends a firing, and resets the count.
 */
export function transitionOf(
  open: OpenFiring | undefined,
  { judgement, value, usual }: Judged,
  { rule, windowMinutes }: { readonly rule: MonitorRule; readonly windowMinutes: number },
  at: Date,
): Transition {
  if (judgement === "outside" && value !== null) {
    if (open === undefined) return { kind: "begin", value };
    const limits = limitsOf(rule, usual);
    const peak = excessOf(value, limits) > excessOf(open.peak, limits) ? value : open.peak;
    return { kind: "continue", peak, insideSince: null };
  }
  if (open === undefined) return { kind: "none" };
  if (judgement !== "inside") return { kind: "continue", peak: open.peak, insideSince: null };
  const insideSince = open.insideSince ?? at;
  if (at.getTime() - insideSince.getTime() >= windowMinutes * 60_000) return { kind: "end" };
  return { kind: "continue", peak: open.peak, insideSince };
}

export function limitsOf(rule: MonitorRule, usual: UsualRange | null): { readonly min: number | null; readonly max: number | null } {
  return rule.kind === "threshold" ? { min: rule.min, max: rule.max } : { min: usual?.min ?? null, max: usual?.max ?? null };
}

/** The number of points in a chart. */
const maxPoints = 60;
const pointsPerWindow = 5;

/** The newest points, a fifth of a window apart; the last one is replaced until its interval is over. */
export function addPoint(points: readonly MonitorPoint[], point: MonitorPoint, windowMinutes: number): readonly MonitorPoint[] {
  const step = Math.max(1, windowMinutes / pointsPerWindow) * 60_000;
  const slotOf = ({ date }: MonitorPoint) => Math.floor(Date.parse(date) / step);
  const earlier = points.filter((one) => slotOf(one) < slotOf(point));
  return [...earlier, point].slice(-maxPoints);
}
