import { expect, it } from "vitest";
import { spreadOf } from "./spread-of.ts";

const profile = { missing: 0, distinct: 3, min: null, max: null, mean: null, histogram: [], frequent: [] };

it("a column of numbers is drawn in at most a dozen steps that hold every record", () => {
  const histogram = Array.from({ length: 30 }, (_, at) => ({ from: at, to: at + 1, count: at }));
  const spread = spreadOf("age", { ...profile, histogram });
  expect(spread?.counts.length).toBeLessThanOrEqual(12);
  expect(spread?.counts.reduce((sum, count) => sum + count, 0)).toBe(435);
  expect(spread?.label).toBe("Distribution of age: most, 29, from 29 to 30");
});

it("a column of texts is drawn by its most frequent values, unless none comes twice", () => {
  const frequent = [
    { value: "north", count: 5 },
    { value: "", count: 2 },
  ];
  expect(spreadOf("region", { ...profile, frequent })).toEqual({ counts: [5, 2], label: "Distribution of region: north 5, (empty) 2" });
  expect(spreadOf("id", { ...profile, frequent: [{ value: "a", count: 1 }] })).toBeUndefined();
  expect(spreadOf("id", null)).toBeUndefined();
});
