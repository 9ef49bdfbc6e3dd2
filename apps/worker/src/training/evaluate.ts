import {
  createScorer,
  reportBinary,
  reportMulticlass,
  reportRegression,
  scoreDistributionOf,
  type Distribution,
  type Forest,
  type Label,
  type Scorer,
} from "@airlock/model";
import type { Booster } from "@airlock/platform/lightgbm";
import type { Evaluated } from "./messages.ts";

export interface Held {
  readonly rows: Float64Array;
  readonly labels: Float32Array;
  readonly columns: number;
}

/** Number of rows for the importance of columns. A row takes the library a millisecond. */
const explained = 250;
/** Batch size for scoring by the library, whose results take memory. */
const atOnce = 50_000;

export interface Judged {
  readonly evaluated: Evaluated;
  /** The distribution of the scores. */
  readonly scores: Distribution;
}

/**
 * Evaluates a forest on the holdout, with the scorer that decisions will use. Its scores must equal the library's to the last bit, or the training
 * fails.
 */
export function evaluate(booster: Booster, forest: Forest, best: number, label: Label, held: Held): Judged {
  const scorer = createScorer(forest);
  const outputs = scorer.outputs;
  const scores = new Float64Array(held.labels.length * outputs);
  for (let from = 0; from < held.labels.length; from += atOnce) {
    const until = Math.min(held.labels.length, from + atOnce);
    scoreRows(scorer, held, from, until, booster, best, scores);
  }
  return { evaluated: judge(scores, outputs, label, held), scores: scoreDistributionOf(answersOf(scores, outputs)) };
}

/** The scores as decisions get them: with more than two classes, the probability of the most likely one. */
function answersOf(scores: Float64Array, outputs: number): Float64Array {
  if (outputs === 1) return scores;
  return Float64Array.from({ length: scores.length / outputs }, (_, row) =>
    Math.max(...scores.subarray(row * outputs, (row + 1) * outputs)),
  );
}

function judge(scores: Float64Array, outputs: number, label: Label, held: Held): Evaluated {
  const rows = Array.from({ length: held.labels.length }, (_, row) => row);
  if (label.kind === "number") {
    const scored = rows.map((row) => ({ predicted: scores[row] ?? 0, actual: held.labels[row] ?? 0 }));
    return { objective: "regression", ...reportRegression(scored) };
  }
  if (outputs > 1) {
    const scored = rows.map((row) => ({
      probabilities: [...scores.subarray(row * outputs, (row + 1) * outputs)],
      actual: held.labels[row] ?? 0,
    }));
    return { objective: "multiclass", ...reportMulticlass(scored, outputs) };
  }
  const scored = rows.map((row) => ({ probability: scores[row] ?? 0, positive: held.labels[row] === 1 }));
  const report = reportBinary(scored);
  const half = report.thresholds.find(({ threshold }) => threshold === 0.5);
  const confusion = [
    [half?.trueNegatives ?? 0, half?.falsePositives ?? 0],
    [half?.falseNegatives ?? 0, half?.truePositives ?? 0],
  ];
  return { objective: "binary", ...report, confusion };
}

function scoreRows(
  scorer: Scorer,
  { rows, columns }: Held,
  from: number,
  until: number,
  booster: Booster,
  best: number,
  scores: Float64Array,
): void {
  const outputs = scorer.outputs;
  const library = booster.raw(rows.subarray(from * columns, until * columns), columns, best);
  const own = new Float64Array(outputs);
  for (let row = from; row < until; row += 1) {
    const values = rows.subarray(row * columns, (row + 1) * columns);
    scorer.raw(values, own);
    for (let output = 0; output < outputs; output += 1) {
      if (!Object.is(own[output], library[(row - from) * outputs + output])) {
        throw new Error("The scorer does not agree with the library that trained the model, so the model is not kept.");
      }
    }
    scorer.fromRaw(own);
    scores.set(own, row * outputs);
  }
}

/** The mean absolute contribution of each column, over a sample and all outputs. */
export function importanceOf(booster: Booster, best: number, outputs: number, { rows, labels, columns }: Held): readonly number[] {
  const step = Math.max(1, Math.floor(labels.length / explained));
  const count = Math.min(explained, Math.floor(labels.length / step));
  const sample = new Float64Array(count * columns);
  for (let at = 0; at < count; at += 1) sample.set(rows.subarray(at * step * columns, (at * step + 1) * columns), at * columns);
  const contributions = booster.contributions(sample, columns, best);
  const sums = Array.from({ length: columns }, () => 0);
  const width = columns + 1;
  for (let at = 0; at < count * outputs; at += 1) {
    for (let column = 0; column < columns; column += 1)
      sums[column] = (sums[column] ?? 0) + Math.abs(contributions[at * width + column] ?? 0);
  }
  return sums.map((sum) => sum / Math.max(1, count));
}
