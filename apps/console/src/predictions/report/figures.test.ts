import { describe, expect, it } from "vitest";
import { aucMargin, decimalsFor, direction, figure, measuresOf, percent, ratio, signed, verdict } from "./figures.ts";

describe("figures", () => {
  it("have a readable number of digits", () => {
    expect([ratio(0.84213), ratio(null), percent(0.1234), percent(undefined)]).toEqual(["0.842", "-", "12.3%", "-"]);
    expect([figure(0), figure(0.0123456), figure(12.34567), figure(1234.567), figure(null)]).toEqual([
      "0",
      "0.01235",
      "12.346",
      "1,234.6",
      "-",
    ]);
  });

  it("have as many decimals as those beside them", () => {
    const decimals = decimalsFor([-1.459, -0.9248]);
    expect([0.4378, 0.004386, -0.05, 0].map((value) => signed(value, decimals))).toEqual(["+0.438", "+0.004", "−0.050", "0.000"]);
    expect([decimalsFor([1234.5]), decimalsFor([123_456])]).toEqual([1, 0]);
  });

  it("point up where they are larger, whether that is better or not", () => {
    expect([direction(0.4, 0.5), direction(0.8, 0.5), direction(0.5, 0.5), direction(null, 0.5)]).toEqual(["▼", "▲", "=", ""]);
  });

  it("have an interval of the AUC by Hanley and McNeil", () => {
    expect(aucMargin(0.821, 88, 312)).toBeCloseTo(0.0564, 3);
    expect([aucMargin(null, 5, 5), aucMargin(0.8, 0, 5), aucMargin(1, 5, 5)]).toEqual([null, null, 0]);
  });

  it("are better or worse by what they measure", () => {
    expect(verdict(0.8, 0.5, true)).toBe("better");
    expect(verdict(0.8, 0.5, false)).toBe("worse");
    expect(verdict(0.5, 0.5, true)).toBe("same");
    expect(verdict(null, 0.5, true)).toBeUndefined();
  });
});

describe("the measures of a report", () => {
  it("have Gini and KS for two classes, from the curve where the report has no KS", () => {
    const quality = { auc: 0.8, logLoss: 0.4, brier: 0.1 };
    const binary = {
      objective: "binary",
      rows: 100,
      positives: 20,
      quality,
      baseline: { auc: 0.5, logLoss: 0.5, brier: 0.2 },
      roc: [
        { falsePositives: 0, truePositives: 0 },
        { falsePositives: 0.2, truePositives: 0.7 },
        { falsePositives: 1, truePositives: 1 },
      ],
      thresholds: [],
      lift: [],
      calibration: [],
      confusion: [],
    } as const;
    const values = (ks?: number) =>
      measuresOf({
        ...binary,
        roc: [...binary.roc],
        thresholds: [],
        lift: [],
        calibration: [],
        confusion: [],
        ...(ks === undefined ? {} : { ks }),
      })
        .slice(0, 3)
        .map(({ name, value, baseline }) => [name, Number(value?.toFixed(6)), baseline]);
    expect(values()).toEqual([
      ["AUC", 0.8, 0.5],
      ["Gini", 0.6, 0],
      ["KS", 0.5, 0],
    ]);
    expect(values(0.51)[2]).toEqual(["KS", 0.51, 0]);
    expect(measuresOf({ ...binary, roc: [], thresholds: [], lift: [], calibration: [], confusion: [] })[0]?.note).toContain(
      "Hanley-McNeil",
    );
  });

  it("are those of its objective, each beside the baseline's", () => {
    const numbers = { rootMeanSquare: 3, meanAbsolute: 2, explained: 0.7 };
    const regression = measuresOf({
      objective: "regression",
      rows: 9,
      quality: numbers,
      baseline: { ...numbers, rootMeanSquare: 9, explained: 0 },
      deciles: [],
    });
    expect(regression.map(({ name, value, baseline, higherIsBetter }) => [name, value, baseline, higherIsBetter])).toEqual([
      ["Root mean square error", 3, 9, false],
      ["Mean absolute error", 2, 2, false],
      ["Explained", 0.7, 0, true],
    ]);
  });
});
