import { describe, expect, it } from "vitest";
import { reportBinary, type Scored } from "./binary.ts";
import { reportMulticlass } from "./multiclass.ts";
import { reportRegression } from "./regression.ts";

const scored = (pairs: readonly (readonly [number, 0 | 1])[]): readonly Scored[] =>
  pairs.map(([probability, positive]) => ({ probability, positive: positive === 1 }));

describe("the report on a binary model", () => {
  it("has the largest distance between the true and the false positive rate", () => {
    const { ks } = reportBinary(
      scored([
        [0.9, 1],
        [0.8, 1],
        [0.7, 0],
        [0.6, 1],
        [0.2, 0],
        [0.1, 0],
      ]),
    );
    expect(ks).toBeCloseTo(2 / 3, 12);
    expect(reportBinary(scored([[0.5, 1]])).ks).toBeNull();
    // Rows with equal scores cannot be separated.
    expect(
      reportBinary(
        scored([
          [0.5, 1],
          [0.5, 0],
        ]),
      ).ks,
    ).toBe(0);
  });

  it("has the area under the curve, with ties", () => {
    const aucOf = (pairs: readonly (readonly [number, 0 | 1])[]): number | null => reportBinary(scored(pairs)).quality.auc;
    expect(
      aucOf([
        [0.9, 1],
        [0.8, 1],
        [0.3, 0],
        [0.1, 0],
      ]),
    ).toBe(1);
    expect(
      aucOf([
        [0.1, 1],
        [0.2, 1],
        [0.3, 0],
        [0.9, 0],
      ]),
    ).toBe(0);
    expect(
      aucOf([
        [0.5, 1],
        [0.5, 0],
        [0.5, 1],
        [0.5, 0],
      ]),
    ).toBe(0.5);
    // Of four pairs, (0.4, 0.35) and both of 0.8 are right, (0.35, 0.4) is not.
    expect(
      aucOf([
        [0.1, 0],
        [0.4, 0],
        [0.35, 1],
        [0.8, 1],
      ]),
    ).toBe(0.75);
    expect(
      aucOf([
        [0.5, 1],
        [0.7, 1],
      ]),
    ).toBeNull();
  });

  it("counts the effect of a threshold", () => {
    const { thresholds } = reportBinary(
      scored([
        [0.9, 1],
        [0.6, 0],
        [0.4, 1],
        [0.2, 0],
      ]),
    );
    expect(thresholds.find(({ threshold }) => threshold === 0.5)).toEqual({
      threshold: 0.5,
      truePositives: 1,
      falsePositives: 1,
      trueNegatives: 1,
      falseNegatives: 1,
      precision: 0.5,
      recall: 0.5,
      f1: 0.5,
    });
  });

  it("compares the model with predicting the share for every row", () => {
    const { baseline, quality } = reportBinary(
      scored([
        [0.9, 1],
        [0.1, 0],
        [0.2, 0],
        [0.1, 0],
      ]),
    );
    expect(baseline.brier).toBeCloseTo(0.1875, 12);
    expect(baseline.logLoss).toBeCloseTo(-(0.25 * Math.log(0.25) + 0.75 * Math.log(0.75)), 12);
    expect(baseline.auc).toBe(0.5);
    expect(quality.logLoss).toBeLessThan(baseline.logLoss);
  });

  it("has complete lift, calibration and ROC curves", () => {
    const rows = Array.from({ length: 1000 }, (_, index): readonly [number, 0 | 1] => [
      (index + 0.5) / 1000,
      index % 10 < index / 100 ? 1 : 0,
    ]);
    const { lift, calibration, roc } = reportBinary(scored(rows));
    expect(lift.at(-1)).toEqual({ share: 1, captured: 1, lift: 1 });
    expect(lift[0]?.lift).toBeGreaterThan(1.5);
    for (const { predicted, observed, rows: count } of calibration) {
      expect(Math.abs(predicted - observed)).toBeLessThan(0.12);
      expect(count).toBe(100);
    }
    expect(calibration.map(({ predicted }) => predicted)).toEqual(calibration.map(({ predicted }) => predicted).toSorted((a, b) => a - b));
    expect(roc[0]).toEqual({ falsePositives: 0, truePositives: 0 });
    expect(roc.at(-1)).toEqual({ falsePositives: 1, truePositives: 1 });
    expect(roc.length).toBeLessThan(210);
  });

  it("accepts an empty holdout, and certain predictions that were wrong", () => {
    expect(reportBinary([]).quality).toEqual({ auc: null, logLoss: 0, brier: 0 });
    expect(reportBinary(scored([[0, 1]])).quality.logLoss).toBeCloseTo(34.5, 1);
  });
});

describe("the report on a model of several classes", () => {
  it("counts predicted by actual classes", () => {
    const report = reportMulticlass(
      [
        { probabilities: [0.7, 0.2, 0.1], actual: 0 },
        { probabilities: [0.4, 0.5, 0.1], actual: 0 },
        { probabilities: [0.1, 0.8, 0.1], actual: 1 },
        { probabilities: [0.1, 0.1, 0.8], actual: 1 },
      ],
      3,
    );
    expect(report.confusion).toEqual([
      [1, 1, 0],
      [0, 1, 1],
      [0, 0, 0],
    ]);
    expect(report.quality.accuracy).toBe(0.5);
    expect(report.classes[1]).toEqual({ rows: 2, precision: 0.5, recall: 0.5 });
    expect(report.classes[2]).toEqual({ rows: 0, precision: 0, recall: null });
    expect(report.baseline.logLoss).toBeCloseTo(Math.log(2), 12);
  });
});

describe("the report on a model of a number", () => {
  it("compares it with the mean", () => {
    const report = reportRegression([
      { predicted: 1, actual: 2 },
      { predicted: 4, actual: 4 },
      { predicted: 6, actual: 6 },
    ]);
    expect(report.quality.rootMeanSquare).toBeCloseTo(Math.sqrt(1 / 3), 12);
    expect(report.quality.meanAbsolute).toBeCloseTo(1 / 3, 12);
    expect(report.quality.explained).toBeCloseTo(1 - 1 / 8, 12);
    expect(report.baseline.explained).toBe(0);
  });

  it("has no explained share if all rows are equal", () => {
    expect(reportRegression([{ predicted: 1, actual: 1 }]).quality.explained).toBeNull();
  });
});
