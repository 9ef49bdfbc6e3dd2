import type { ModelEvaluation } from "@airlock/contract";

/** 0.842; "-" where there is none. */
export function ratio(value: number | null | undefined): string {
  return value === null || value === undefined ? "-" : value.toFixed(3);
}

/** `12.4%` */
export function percent(value: number | null | undefined): string {
  return value === null || value === undefined ? "-" : `${(value * 100).toFixed(1)}%`;
}

/** As many digits as a person reads: 1,234.5 and 0.01235. */
export function figure(value: number | null | undefined): string {
  if (value === null || value === undefined) return "-";
  if (value !== 0 && Math.abs(value) < 1) return String(Number(value.toPrecision(4)));
  return value.toLocaleString("en-GB", { maximumFractionDigits: Math.abs(value) < 100 ? 3 : 1 });
}

export interface Measure {
  readonly name: string;
  /** What it means, in a few words. */
  readonly note: string;
  readonly value: number | null;
  /** Of whoever always says the usual. */
  readonly baseline: number | null;
  readonly higherIsBetter: boolean;
}

/** The measures of a report, the most telling first. */
export function measuresOf(evaluation: ModelEvaluation): readonly Measure[] {
  switch (evaluation.objective) {
    case "binary": {
      const { quality, baseline } = evaluation;
      return [
        measure("AUC", "how often a positive record scores above a negative one", quality.auc, baseline.auc, true),
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
        measure("Root mean square error", "the usual miss, large ones count more", quality.rootMeanSquare, baseline.rootMeanSquare, false),
        measure("Mean absolute error", "the usual miss", quality.meanAbsolute, baseline.meanAbsolute, false),
        measure("Explained", "share of the variation that is explained", quality.explained, baseline.explained, true),
      ];
    }
  }
}

function measure(name: string, note: string, value: number | null, baseline: number | null, higherIsBetter: boolean): Measure {
  return { name, note, value, baseline, higherIsBetter };
}

export type Verdict = "better" | "worse" | "same";

/** Of one figure beside another. */
export function verdict(value: number | null, other: number | null, higherIsBetter: boolean): Verdict | undefined {
  if (value === null || other === null) return undefined;
  if (value === other) return "same";
  return value > other === higherIsBetter ? "better" : "worse";
}
