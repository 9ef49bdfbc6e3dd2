export interface ScoredNumber {
  readonly predicted: number;
  readonly actual: number;
}

export interface RegressionReport {
  readonly rows: number;
  readonly quality: NumberQuality;
  /** The same for a model that predicts the mean for every row. */
  readonly baseline: NumberQuality;
  /** In tenths by prediction: the means of predicted and actual values. */
  readonly deciles: readonly { readonly predicted: number; readonly actual: number; readonly rows: number }[];
}

export interface NumberQuality {
  readonly rootMeanSquare: number;
  readonly meanAbsolute: number;
  /** The share of the variance that is explained; null if all rows have the same value. */
  readonly explained: number | null;
}

const parts = 10;

export function reportRegression(scored: readonly ScoredNumber[]): RegressionReport {
  const mean = meanOf(scored.map(({ actual }) => actual));
  return {
    rows: scored.length,
    quality: qualityOf(scored, mean),
    baseline: qualityOf(
      scored.map(({ actual }) => ({ predicted: mean, actual })),
      mean,
    ),
    deciles: decilesOf(scored),
  };
}

function qualityOf(scored: readonly ScoredNumber[], mean: number): NumberQuality {
  const square = meanOf(scored.map(({ predicted, actual }) => (predicted - actual) ** 2));
  const spread = meanOf(scored.map(({ actual }) => (actual - mean) ** 2));
  return {
    rootMeanSquare: Math.sqrt(square),
    meanAbsolute: meanOf(scored.map(({ predicted, actual }) => Math.abs(predicted - actual))),
    explained: spread === 0 ? null : 1 - square / spread,
  };
}

function decilesOf(scored: readonly ScoredNumber[]): RegressionReport["deciles"] {
  if (scored.length < parts) return [];
  const rising = scored.toSorted((a, b) => a.predicted - b.predicted);
  return Array.from({ length: parts }, (_, index) => {
    const part = rising.slice(Math.round((rising.length * index) / parts), Math.round((rising.length * (index + 1)) / parts));
    return { predicted: meanOf(part.map((one) => one.predicted)), actual: meanOf(part.map((one) => one.actual)), rows: part.length };
  });
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
