import { CannotTrain } from "../training/cannot-train.ts";
import { dayMillis } from "./event-rows.ts";

/** More of the past would tell more of what is long over. */
const mostCutOffs = 12;

export interface Known {
  /** Of the first event, in milliseconds since the epoch. */
  readonly first: number;
  /** The moment after the last event that is known. */
  readonly end: number;
}

/**
 * Moments of the past from which it is known what came after, the latest first. What came after each is known for the whole horizon, and
 * no horizon reaches into another's.
 */
export function cutOffs({ first, end }: Known, horizonDays: number, windows: readonly number[]): readonly number[] {
  const step = horizonDays * dayMillis;
  const latest = end - step;
  if (latest <= first) {
    const days = Math.ceil((end - first) / dayMillis);
    throw new CannotTrain(
      `The events span ${days === 1 ? "one day" : `${days} days`}. To foretell ${horizonDays} days ahead there must be events of a longer time.`,
    );
  }
  // Where even the shortest window would reach back before everything, hardly anything is known of anybody.
  const enough = first + Math.min(...windows) * dayMillis;
  const found = [latest];
  for (let cutOff = latest - step; cutOff >= enough && found.length < mostCutOffs; cutOff -= step) found.push(cutOff);
  return found;
}

/**
 * SQL: 0 for rows that trees grow from, 1 for those that say when it is enough, 2 for those that judge. The latest moment judges what was
 * learnt before it; with a moment or two, persons are shared out.
 */
export function partOf(cutoffs: readonly number[]): string {
  const [latest = 0, second] = cutoffs;
  const chance = "(hash % 100)";
  if (second === undefined) return `multiIf(${chance} < 70, 0, ${chance} < 85, 1, 2)`;
  if (cutoffs.length === 2) return `multiIf(cutoff = ${latest}, 2, ${chance} < 80, 0, 1)`;
  return `multiIf(cutoff = ${latest}, 2, cutoff = ${second}, 1, 0)`;
}
