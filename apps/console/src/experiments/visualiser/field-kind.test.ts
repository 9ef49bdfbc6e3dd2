import { expect, test } from "vitest";
import { defaultStep, kindOf, mayBin, mayLog, readingOf } from "./field-kind.ts";

test("a field is nominal if its min is empty or not a number", () => {
  expect([null, "", "NL", Number.NaN].map((min) => kindOf({ min }))).toEqual(["nominal", "nominal", "nominal", "nominal"]);
  expect([0, -3, "12.5"].map((min) => kindOf({ min }))).toEqual(["quantitative", "quantitative", "quantitative"]);
});

test("bins are for quantitative and ordinal, log is for quantitative only", () => {
  const types = ["quantitative", "ordinal", "nominal"] as const;
  expect(types.filter((type) => mayBin({ type }))).toEqual(["quantitative", "ordinal"]);
  expect(types.filter((type) => mayLog({ type }))).toEqual(["quantitative"]);
});

test("the default step is a quarter of the range", () => {
  expect(defaultStep({ min: 18, max: 78 })).toBe(15);
  expect(defaultStep({ min: -1, max: 0.2 })).toBe(0.3);
  expect(defaultStep({ min: 5, max: 5 })).toBe(1);
  expect(defaultStep({ min: null, max: null })).toBe(1);
});

test("a channel says how it reads its field", () => {
  expect(readingOf({ field: "a", type: "quantitative" })).toBe("linear");
  expect(readingOf({ field: "a", type: "quantitative", scale: { type: "log" } })).toBe("log");
  expect(readingOf({ field: "a", type: "quantitative", bin: { step: 2500 } })).toBe("steps of 2,500");
  expect(readingOf({ field: "a", type: "quantitative", bin: { step: 2500 }, scale: { type: "log" } })).toBe("log, in steps");
  expect(readingOf({ field: "a", type: "ordinal" })).toBe("each value");
  expect(readingOf({ field: "a", type: "nominal" })).toBe("by value");
});
