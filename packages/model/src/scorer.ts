import { exponential } from "./exponential.ts";
import type { Forest } from "./forest.ts";
import { outputsOf } from "./forest.ts";
import { createMaskScorer } from "./mask-scorer.ts";
import type { RawScorer } from "./raw-scorer.ts";
import { createWalkScorer } from "./walk-scorer.ts";

export interface Scorer {
  readonly outputs: number;
  /** Equal to the library's raw scores to the last bit: before the sigmoid or the softmax. */
  readonly raw: RawScorer;
  /** A probability (binary), a probability per class (multiclass) or the value itself (regression). */
  readonly score: RawScorer;
  /** Converts raw scores in place to the result of `score`. */
  readonly fromRaw: (scores: Float64Array) => void;
}

/** Uses the fastest implementation for the forest. Reuses working memory, so it is not reentrant. */
export function createScorer(forest: Forest): Scorer {
  const raw = createMaskScorer(forest) ?? createWalkScorer(forest);
  const { objective } = forest;
  const fromRaw = (scores: Float64Array): void => {
    if (objective.kind === "binary") scores[0] = 1 / (1 + exponential(-objective.sigmoid * (scores[0] ?? 0)));
    else if (objective.kind === "multiclass") softmax(scores);
  };
  return {
    outputs: outputsOf(objective),
    raw,
    score: (row, into) => {
      raw(row, into);
      fromRaw(into);
    },
    fromRaw,
  };
}

function softmax(values: Float64Array): void {
  let highest = Number.NEGATIVE_INFINITY;
  for (const value of values) highest = Math.max(highest, value);
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) {
    const power = exponential((values[index] ?? 0) - highest);
    values[index] = power;
    sum += power;
  }
  for (let index = 0; index < values.length; index += 1) values[index] = (values[index] ?? 0) / sum;
}
