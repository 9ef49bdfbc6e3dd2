import { expect, test } from "vitest";
import { equalBins, logBins, niceStep } from "./bins.ts";

test("steps are 1, 2 or 5 times a power of ten", () => {
  expect([0.03, 0.11, 1, 1.2, 3, 7, 99, 0, Number.NaN].map(niceStep)).toEqual([0.05, 0.2, 1, 2, 5, 10, 100, 1, 1]);
});

test("every value is in one step, also the smallest and the largest", () => {
  for (const [min, max] of [
    [0, 1],
    [-0.3, 0.3],
    [0.1, 0.7],
    [18, 80],
    [-999_999_999_999_999, 999_999_999_999_999],
    [5, 5],
    [1e-9, 3e-9],
    [1234.56, 1234.57],
  ] as const) {
    for (const maxBins of [2, 4, 100, 400]) {
      for (const { bounds } of [
        equalBins(min, max, (max - min) / 4, maxBins),
        equalBins(min, max, 0, maxBins),
        equalBins(min, max, 1e-6, maxBins),
      ]) {
        expect(bounds[0]).toBeLessThanOrEqual(min);
        expect(bounds.at(-1)).toBeGreaterThan(max);
        expect(bounds).toEqual([...bounds].sort((a, b) => a - b));
        expect(bounds.length).toBeLessThanOrEqual(maxBins + 4);
      }
    }
  }
});

test("a requested step is kept unless it results in too many", () => {
  expect(equalBins(0, 100, 25, 100)).toEqual({ bounds: [0, 25, 50, 75, 100, 125], step: 25 });
  expect(equalBins(0, 0.3, 0.1, 100).bounds).toEqual([0, 0.1, 0.2, 0.3, 0.4]);
  expect(equalBins(0, 1_000_000, 1, 100).step).toBe(10_000);
});

test("steps of equal ratio cover the smallest to the largest", () => {
  for (const [min, max] of [
    [1, 1000],
    [0.02, 5e9],
    [3, 3],
    [999, 1001],
  ] as const) {
    const { bounds } = logBins(min, max, 100);
    expect(bounds[0]).toBeLessThanOrEqual(min);
    expect(bounds.at(-1)).toBeGreaterThan(max);
    expect(bounds).toEqual([...bounds].sort((a, b) => a - b));
    expect(bounds.length).toBeLessThanOrEqual(110);
  }
});
