import { formatFixed, formatNumber } from "@airlock/flow/locale";
import type { ModelEvaluation } from "@airlock/contract";

/** 0.842; "-" where there is none. */
export function ratio(value: number | null | undefined): string {
  return value === null || value === undefined ? "-" : formatFixed(value, 3);
}

/** `12.4%` */
export function percent(value: number | null | undefined): string {
  return value === null || value === undefined ? "-" : `${formatFixed(value * 100, 1)}%`;
}

/** As many digits as a person reads: 1,234.5 and 0.01235. */
export function figure(value: number | null | undefined): string {
  if (value === null || value === undefined) return "-";
  if (value !== 0 && Math.abs(value) < 1) return formatNumber(value, { maximumSignificantDigits: 4 });
  return formatNumber(value, { maximumFractionDigits: Math.abs(value) < 100 ? 3 : 1 });
}

/** Decimals for figures that are read beside each other: three below 100, fewer for larger ones. */
export function decimalsFor(values: readonly number[]): number {
  const max = values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  return max < 100 ? 3 : max < 10_000 ? 1 : 0;
}

/** `+0.438`, `−0.004`: with its sign and a number of decimals. */
export function signed(value: number, decimals: number): string {
  const text = formatFixed(Math.abs(value), decimals);
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${text}`;
}

/**
 * Half the width of the 95 % interval of an AUC by Hanley and McNeil (1982), from the AUC and the numbers of positives and negatives; null
 * where either is none.
 */
export function aucMargin(auc: number | null, positives: number, negatives: number): number | null {
  if (auc === null || positives === 0 || negatives === 0) return null;
  const [twoPositives, twoNegatives] = [auc / (2 - auc), (2 * auc ** 2) / (1 + auc)];
  const variance =
    (auc * (1 - auc) + (positives - 1) * (twoPositives - auc ** 2) + (negatives - 1) * (twoNegatives - auc ** 2)) / (positives * negatives);
  return 1.96 * Math.sqrt(Math.max(0, variance));
}

/** The largest distance between true and false positive rate. Reports of before 0.6 have only the points of their ROC curve. */
function ksOf({ ks, roc }: Extract<ModelEvaluation, { readonly objective: "binary" }>): number | null {
  if (ks !== undefined) return ks;
  return roc.length === 0 ? null : Math.max(...roc.map(({ truePositives, falsePositives }) => truePositives - falsePositives));
}

const gini = (auc: number | null) => (auc === null ? null : 2 * auc - 1);

export interface Measure {
  readonly name: string;
  /** What it means, in a few words. */
  readonly note: string;
  readonly value: number | null;
  /** The value of a baseline that always predicts the most common outcome. */
  readonly baseline: number | null;
  readonly higherIsBetter: boolean;
}

/** The measures of a report, the most telling first. */
export function measuresOf(evaluation: ModelEvaluation): readonly Measure[] {
  switch (evaluation.objective) {
    case "binary": {
      const { quality, baseline, positives, rows } = evaluation;
      const margin = aucMargin(quality.auc, positives, rows - positives);
      const intervalText = margin === null ? "" : `; ± ${ratio(margin)} (95% interval, Hanley-McNeil)`;
      return [
        measure("AUC", `how often a positive record scores above a negative one${intervalText}`, quality.auc, baseline.auc, true),
        measure("Gini", "2 AUC − 1", gini(quality.auc), gini(baseline.auc), true),
        measure("KS", "largest distance between true and false positive rate", ksOf(evaluation), quality.auc === null ? null : 0, true),
        measure("Log loss", "how far the probabilities are from what happened", quality.logLoss, baseline.logLoss, false),
        measure("Brier score", "mean squared error of the probabilities", quality.brier, baseline.brier, false),
      ];
    }
    case "multiclass": {
      const { quality, baseline } = evaluation;
      return [
        measure("Accuracy", "share of records whose likeliest class was right", quality.accuracy, baseline.accuracy, true),
        measure("Log loss", "how far the probabilities are from what happened", quality.logLoss, baseline.logLoss, false),
      ];
    }
    case "regression": {
      const { quality, baseline } = evaluation;
      return [
        measure(
          "Root mean square error",
          "average size of an error, with more weight on large errors",
          quality.rootMeanSquare,
          baseline.rootMeanSquare,
          false,
        ),
        measure("Mean absolute error", "average absolute error", quality.meanAbsolute, baseline.meanAbsolute, false),
        measure("Explained", "share of the variation that is explained", quality.explained, baseline.explained, true),
      ];
    }
  }
}

function measure(name: string, note: string, value: number | null, baseline: number | null, higherIsBetter: boolean): Measure {
  return { name, note, value, baseline, higherIsBetter };
}

/** Which way a figure differs from another, whether that is better or not. */
export function direction(value: number | null, other: number | null): "▲" | "▼" | "=" | "" {
  if (value === null || other === null) return "";
  return value === other ? "=" : value > other ? "▲" : "▼";
}

export type Verdict = "better" | "worse" | "same";

/** Of one figure beside another. */
export function verdict(value: number | null, other: number | null, higherIsBetter: boolean): Verdict | undefined {
  if (value === null || other === null) return undefined;
  if (value === other) return "same";
  return value > other === higherIsBetter ? "better" : "worse";
}
