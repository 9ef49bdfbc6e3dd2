import { stabilityIndex, type Distribution } from "./distribution.ts";

/** How live rows of a column lie beside those of training. */
export interface Drift {
  readonly psi: number | null;
  readonly missingRate: number | null;
  readonly trainingMissingRate: number | null;
  readonly unseenShare: number | null;
  readonly count: number;
  /** Whether there are so many rows that the index says more about change than about chance. */
  readonly enough: boolean;
}

/**
 * By chance alone the index of n rows in b bins comes to about (b - 1) / n. With so many rows for each bin that is at most a twentieth,
 * a quarter of what is usually told of.
 */
const rowsPerBin = 20;

export function driftOf(training: Distribution, live: Distribution): Drift {
  return {
    psi: stabilityIndex(training, live),
    missingRate: shareOf(live.missing, live.rows),
    trainingMissingRate: shareOf(training.missing, training.rows),
    unseenShare: shareOf(live.unseen, live.rows),
    count: live.rows,
    // The missing and the unseen are bins as well.
    enough: live.rows >= rowsPerBin * (training.bins.length + 2),
  };
}

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
