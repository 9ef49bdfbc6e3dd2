import { describe, expect, test } from "vitest";
import { neededObservations, newcombe, stabilityIndex, twoProportionTest, wilson } from "./statistics.ts";

// R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17 (1998), table I, method 3.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])("Wilson's interval of %d of %d", (count, of, low, high) => {
  expect(wilson({ count, of }).low).toBeCloseTo(low, 4);
  expect(wilson({ count, of }).high).toBeCloseTo(high, 4);
});

// R. G. Newcombe, Interval estimation for the difference between independent proportions, Statistics in Medicine 17 (1998), table II, method 10.
test.each([
  [56, 70, 48, 80, 0.0524, 0.3339],
  [9, 10, 3, 10, 0.1705, 0.809],
  [6, 7, 2, 7, 0.0582, 0.8062],
  [5, 56, 0, 29, -0.0381, 0.1926],
  [0, 10, 0, 10, -0.2775, 0.2775],
])("Newcombe's interval of %d of %d minus %d of %d", (a, ofA, b, ofB, low, high) => {
  const interval = newcombe({ count: a, of: ofA }, { count: b, of: ofB });
  expect(interval.low).toBeCloseTo(low, 4);
  expect(interval.high).toBeCloseTo(high, 4);
  expect(interval.difference).toBeCloseTo(a / ofA - b / ofB, 12);
});

describe("the test of two proportions", () => {
  test("is the chi-squared test with one degree of freedom", () => {
    // 15 and 25 of 50: chi-squared is 25/6, whose p-value is 0.04123 (R: pchisq(25 / 6, 1, lower.tail = FALSE)).
    expect(twoProportionTest({ count: 15, of: 50 }, { count: 25, of: 50 })).toBeCloseTo(0.04123, 5);
    expect(twoProportionTest({ count: 490, of: 500 }, { count: 400, of: 500 })).toBeLessThan(1e-12);
  });

  test("finds no difference without observations", () => {
    expect(twoProportionTest({ count: 0, of: 0 }, { count: 3, of: 10 })).toBe(1);
    expect(twoProportionTest({ count: 0, of: 10 }, { count: 0, of: 20 })).toBe(1);
  });
});

describe("the needed number of observations", () => {
  test("is that of R's power.prop.test", () => {
    // The example of its documentation: power.prop.test(p1 = .50, p2 = .75, power = .90) is 76.7 in each group.
    expect(neededObservations({ count: 50, of: 100 }, { count: 75, of: 100 }, 1.2815515655446004)).toBe(Math.ceil(2 * 76.7));
  });

  test("is larger if one arm has a small share, and undefined without a difference", () => {
    const even = neededObservations({ count: 40, of: 400 }, { count: 60, of: 400 }) ?? 0;
    const uneven = neededObservations({ count: 4, of: 40 }, { count: 114, of: 760 }) ?? 0;
    expect(uneven).toBeGreaterThan(2 * even);
    expect(neededObservations({ count: 1, of: 10 }, { count: 10, of: 100 })).toBeUndefined();
  });
});

test("the stability index is 0 for equal distributions and the sum over all values otherwise", () => {
  const mix = (approved: number, declined: number) => new Map(Object.entries({ approved, declined }));
  expect(stabilityIndex(mix(700, 300), mix(70, 30))).toBeCloseTo(0, 12);
  expect(stabilityIndex(mix(50, 50), mix(70, 30))).toBeCloseTo(-0.2 * Math.log(5 / 7) + 0.2 * Math.log(5 / 3), 12);
  expect(stabilityIndex(new Map([["new", 100]]), mix(50, 50))).toBeGreaterThan(1);
});
