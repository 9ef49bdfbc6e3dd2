import { logLossOf } from "./log-loss.ts";

/** A row of the holdout: the predicted probability and the actual class. */
export interface Scored {
  readonly probability: number;
  readonly positive: boolean;
}

export interface BinaryReport {
  readonly rows: number;
  readonly positives: number;
  readonly quality: Quality;
  /** The same for a model that predicts the share of positives for every row. */
  readonly baseline: Quality;
  /** Kolmogorov-Smirnov: the largest distance between true and false positive rate; null if all rows have the same class. */
  readonly ks: number | null;
  readonly roc: readonly { readonly falsePositives: number; readonly truePositives: number }[];
  readonly thresholds: readonly Threshold[];
  readonly lift: readonly { readonly share: number; readonly captured: number; readonly lift: number }[];
  readonly calibration: readonly { readonly predicted: number; readonly observed: number; readonly rows: number }[];
}

export interface Quality {
  /** The probability that a positive row scores higher than a negative one; null if all rows have the same class. */
  readonly auc: number | null;
  readonly logLoss: number;
  readonly brier: number;
}

/** The confusion matrix if rows with at least this probability are classified as positive. */
export interface Threshold {
  readonly threshold: number;
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly trueNegatives: number;
  readonly falseNegatives: number;
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
}

const rocPoints = 100;
const parts = 10;

export function reportBinary(scored: readonly Scored[]): BinaryReport {
  const falling = scored.toSorted((a, b) => b.probability - a.probability);
  const rows = falling.length;
  const positives = falling.filter(({ positive }) => positive).length;
  const share = rows === 0 ? 0 : positives / rows;
  return {
    rows,
    positives,
    quality: qualityOf(falling, positives),
    baseline: qualityOf(
      falling.map(({ positive }) => ({ probability: share, positive })),
      positives,
    ),
    ks: ksOf(falling, positives),
    roc: rocOf(falling, positives),
    thresholds: Array.from({ length: 19 }, (_, index) => thresholdOf(falling, positives, (index + 1) / 20)),
    lift: liftOf(falling, positives),
    calibration: calibrationOf(falling),
  };
}

function qualityOf(falling: readonly Scored[], positives: number): Quality {
  const count = Math.max(1, falling.length);
  let loss = 0;
  let brier = 0;
  for (const { probability, positive } of falling) {
    loss += logLossOf(positive ? probability : 1 - probability);
    brier += (probability - (positive ? 1 : 0)) ** 2;
  }
  return { auc: aucOf(falling, positives), logLoss: loss / count, brier: brier / count };
}

/** By ranks; ties count half. */
function aucOf(falling: readonly Scored[], positives: number): number | null {
  const negatives = falling.length - positives;
  if (positives === 0 || negatives === 0) return null;
  let beaten = 0;
  let positivesAbove = 0;
  for (const { positives: here, negatives: against } of groupsOf(falling)) {
    beaten += against * (positivesAbove + here / 2);
    positivesAbove += here;
  }
  return beaten / (positives * negatives);
}

interface Group {
  readonly probability: number;
  positives: number;
  negatives: number;
}

/** Rows of one probability are grouped, so that the result does not depend on their order. */
function groupsOf(falling: readonly Scored[]): readonly Group[] {
  const groups: Group[] = [];
  for (const { probability, positive } of falling) {
    let group = groups.at(-1);
    if (group?.probability !== probability) {
      group = { probability, positives: 0, negatives: 0 };
      groups.push(group);
    }
    if (positive) group.positives += 1;
    else group.negatives += 1;
  }
  return groups;
}

function rocOf(falling: readonly Scored[], positives: number): BinaryReport["roc"] {
  const negatives = falling.length - positives;
  if (positives === 0 || negatives === 0) return [];
  const groups = groupsOf(falling);
  const points = [{ falsePositives: 0, truePositives: 0 }];
  let [right, wrong] = [0, 0];
  for (const [index, group] of groups.entries()) {
    right += group.positives;
    wrong += group.negatives;
    const last = points.at(-1);
    const point = { falsePositives: wrong / negatives, truePositives: right / positives };
    const moved = Math.abs(point.falsePositives - (last?.falsePositives ?? 0)) + Math.abs(point.truePositives - (last?.truePositives ?? 0));
    if (index === groups.length - 1 || moved >= 1 / rocPoints) points.push(point);
  }
  return points;
}

/** Over all rows, not only the points of the curve. */
function ksOf(falling: readonly Scored[], positives: number): number | null {
  const negatives = falling.length - positives;
  if (positives === 0 || negatives === 0) return null;
  let [right, wrong, max] = [0, 0, 0];
  for (const group of groupsOf(falling)) {
    right += group.positives;
    wrong += group.negatives;
    max = Math.max(max, Math.abs(right / positives - wrong / negatives));
  }
  return max;
}

function thresholdOf(falling: readonly Scored[], positives: number, threshold: number): Threshold {
  let [truePositives, falsePositives] = [0, 0];
  for (const { probability, positive } of falling) {
    if (probability < threshold) break;
    if (positive) truePositives += 1;
    else falsePositives += 1;
  }
  const falseNegatives = positives - truePositives;
  const taken = truePositives + falsePositives;
  return {
    threshold,
    truePositives,
    falsePositives,
    falseNegatives,
    trueNegatives: falling.length - taken - falseNegatives,
    precision: ratio(truePositives, taken),
    recall: ratio(truePositives, positives),
    f1: ratio(2 * truePositives, taken + positives),
  };
}

/** For the highest tenth, fifth and so on of the rows: their share of all positives, and the ratio to a random selection. */
function liftOf(falling: readonly Scored[], positives: number): BinaryReport["lift"] {
  if (positives === 0 || falling.length < parts) return [];
  return Array.from({ length: parts }, (_, index) => {
    const share = (index + 1) / parts;
    const taken = Math.round(falling.length * share);
    const captured = falling.slice(0, taken).filter(({ positive }) => positive).length / positives;
    return { share, captured, lift: captured / (taken / falling.length) };
  });
}

/** In tenths of equal size, so that each has the same number of rows. */
function calibrationOf(falling: readonly Scored[]): BinaryReport["calibration"] {
  if (falling.length < parts) return [];
  return Array.from({ length: parts }, (_, index) => {
    const part = falling.slice(Math.round((falling.length * index) / parts), Math.round((falling.length * (index + 1)) / parts));
    const predicted = part.reduce((sum, { probability }) => sum + probability, 0) / part.length;
    return { predicted, observed: part.filter(({ positive }) => positive).length / part.length, rows: part.length };
  }).toReversed();
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
