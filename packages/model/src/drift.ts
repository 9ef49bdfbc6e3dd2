import { stabilityIndex, type Distribution } from "./distribution.ts";

/** A column's live rows compared with training. */
export interface Drift {
  readonly psi: number | null;
  readonly missingRate: number | null;
  readonly trainingMissingRate: number | null;
  readonly unseenShare: number | null;
  readonly count: number;
  /** Whether there are enough rows for the index to show change rather than chance. */
  readonly enough: boolean;
}

/**
 * By chance alone, the index of n rows in b bins is about (b - 1) / n. With this number of rows per bin it is at most 0.05, a fifth of the usual
 * threshold.
 */
const rowsPerBin = 20;

export function driftOf(training: Distribution, live: Distribution): Drift {
  return {
    psi: stabilityIndex(training, live),
    missingRate: shareOf(live.missing, live.rows),
    trainingMissingRate: shareOf(training.missing, training.rows),
    unseenShare: shareOf(live.unseen, live.rows),
    count: live.rows,
    // Missing and unseen values are bins as well.
    enough: live.rows >= rowsPerBin * (training.bins.length + 2),
  };
}

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
