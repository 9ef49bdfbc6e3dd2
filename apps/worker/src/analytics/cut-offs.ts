import { CannotTrain } from "../training/cannot-train.ts";
import { dayMillis } from "./event-rows.ts";

/** Older cut-offs would mostly describe behaviour that has since changed. */
const maxCutOffs = 12;

export interface Known {
  /** Of the first event, in milliseconds since the epoch. */
  readonly first: number;
  /** The moment after the last known event. */
  readonly end: number;
}

/** Past moments from which a model learns, the latest first. The whole horizon after each is known, and no two horizons overlap. */
export function cutOffs({ first, end }: Known, horizonDays: number, windows: readonly number[]): readonly number[] {
  const step = horizonDays * dayMillis;
  const latest = end - step;
  if (latest <= first) {
    const days = Math.ceil((end - first) / dayMillis);
    throw new CannotTrain(
      `The events span ${days === 1 ? "one day" : `${days} days`}. To foretell ${horizonDays} days ahead there must be events of a longer time.`,
    );
  }
  // Earlier cut-offs would have too little history even for the shortest window.
  const enough = first + Math.min(...windows) * dayMillis;
  const found = [latest];
  for (let cutOff = latest - step; cutOff >= enough && found.length < maxCutOffs; cutOff -= step) found.push(cutOff);
  return found;
}

/**
 * SQL expression: 0 for training rows, 1 for early stopping, 2 for the holdout. The latest cut-off is the holdout of what was learned before it; with
 * only one or two cut-offs, rows are split by person.
 */
export function partOf(cutoffs: readonly number[]): string {
  const [latest = 0, second] = cutoffs;
  const chance = "(hash % 100)";
  if (second === undefined) return `multiIf(${chance} < 70, 0, ${chance} < 85, 1, 2)`;
  if (cutoffs.length === 2) return `multiIf(cutoff = ${latest}, 2, ${chance} < 80, 0, 1)`;
  return `multiIf(cutoff = ${latest}, 2, cutoff = ${second}, 1, 0)`;
}
