import { expect, it } from "vitest";
import { centreText, distinctText, frequentText, missingText, rangeText } from "./profile-text.ts";

it("says about where distinct values are an estimate", () => {
  expect(distinctText({ distinct: 59_852, distinctIsExact: true })).toBe("59,852");
  expect(distinctText({ distinct: 2_413_077, distinctIsExact: false })).toBe("about 2,410,000");
  expect(distinctText({ distinct: 59_851 })).toBe("about 59,900");
  expect(distinctText({ distinct: 2 })).toBe("2");
});

it("gives missing values as a share, too", () => {
  expect(missingText({ missing: 3_629 }, 59_852)).toBe("3,629 (6.1%)");
  expect(missingText({ missing: 1 }, 59_852)).toBe("1 (under 0.1%)");
  expect([missingText({ missing: 0 }, 10), missingText({ missing: 3 }, null)]).toEqual(["0", "3"]);
});

it("has ranges of numbers and dates only", () => {
  expect(rangeText({ min: "2023-01-01", max: "2023-12-31" })).toBe("2023-01-01 to 2023-12-31");
  expect(rangeText({ min: "01/01/2024", max: "31/12/2023" })).toBe("-");
  expect([rangeText({ min: 18, max: 94 }), rangeText({ min: 5, max: 5 }), rangeText({ min: "EMPLOYED", max: "unemployed" })]).toEqual([
    "18 to 94",
    "5",
    "-",
  ]);
});

it("shows mean and median", () => {
  expect([centreText({ mean: 43.14, median: 41 }), centreText({ mean: 43.14 }), centreText({ mean: null })]).toEqual([
    "43.1 / 41",
    "43.1",
    "-",
  ]);
});

it("lists frequent values with their counts", () => {
  const frequent = [
    { value: "a", count: 3 },
    { value: "", count: 2 },
  ];
  expect([frequentText({ frequent }), frequentText({ frequent }, 1)]).toEqual(["a 3, (empty) 2", "a 3"]);
});
