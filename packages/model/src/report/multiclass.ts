import { logLossOf } from "./log-loss.ts";

export interface ScoredClass {
  /** One per class. */
  readonly probabilities: readonly number[];
  readonly actual: number;
}

export interface MulticlassReport {
  readonly rows: number;
  readonly quality: ClassQuality;
  /** The same for a model that predicts the shares of the classes for every row. */
  readonly baseline: ClassQuality;
  /** Rows by actual and predicted class: `confusion[actual][predicted]`. */
  readonly confusion: readonly (readonly number[])[];
  readonly classes: readonly { readonly rows: number; readonly precision: number | null; readonly recall: number | null }[];
}

export interface ClassQuality {
  readonly accuracy: number;
  readonly logLoss: number;
}

export function reportMulticlass(scored: readonly ScoredClass[], classes: number): MulticlassReport {
  const confusion = Array.from({ length: classes }, () => Array.from({ length: classes }, () => 0));
  for (const { probabilities, actual } of scored) {
    const row = confusion[actual];
    const taken = likeliest(probabilities);
    if (row !== undefined) row[taken] = (row[taken] ?? 0) + 1;
  }
  const rowsOf = confusion.map((row) => row.reduce((sum, count) => sum + count, 0));
  const shares = rowsOf.map((count) => count / Math.max(1, scored.length));
  const takenFor = (predicted: number): number => confusion.reduce((sum, row) => sum + (row[predicted] ?? 0), 0);
  return {
    rows: scored.length,
    quality: qualityOf(scored),
    baseline: qualityOf(scored.map(({ actual }) => ({ probabilities: shares, actual }))),
    confusion,
    classes: confusion.map((row, index) => {
      const [right, rows, taken] = [row[index] ?? 0, rowsOf[index] ?? 0, takenFor(index)];
      return { rows, precision: taken === 0 ? null : right / taken, recall: rows === 0 ? null : right / rows };
    }),
  };
}

function likeliest(probabilities: readonly number[]): number {
  return probabilities.reduce((best, probability, index) => (probability > (probabilities[best] ?? 0) ? index : best), 0);
}

function qualityOf(scored: readonly ScoredClass[]): ClassQuality {
  const count = Math.max(1, scored.length);
  const right = scored.filter(({ probabilities, actual }) => likeliest(probabilities) === actual).length;
  const loss = scored.reduce((sum, { probabilities, actual }) => sum + logLossOf(probabilities[actual] ?? 0), 0);
  return { accuracy: right / count, logLoss: loss / count };
}
