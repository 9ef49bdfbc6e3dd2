import { describe, expect, it } from "vitest";
import { figure, measuresOf, percent, ratio, verdict } from "./figures.ts";

describe("figures", () => {
  it("are as long as people read them", () => {
    expect([ratio(0.84213), ratio(null), percent(0.1234), percent(undefined)]).toEqual(["0.842", "-", "12.3%", "-"]);
    expect([figure(0), figure(0.0123456), figure(12.34567), figure(1234.567), figure(null)]).toEqual([
      "0",
      "0.01235",
      "12.346",
      "1,234.6",
      "-",
    ]);
  });

  it("are better or worse by what they measure", () => {
    expect(verdict(0.8, 0.5, true)).toBe("better");
    expect(verdict(0.8, 0.5, false)).toBe("worse");
    expect(verdict(0.5, 0.5, true)).toBe("same");
    expect(verdict(null, 0.5, true)).toBeUndefined();
  });
});

describe("the measures of a report", () => {
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
