import { expect, it } from "vitest";
import { reasonText } from "./reason-text.ts";

const reads = [
  { source: "Application", field: "annual_income", value: 42_000 },
  { source: "Application", field: "Home region", value: "north" },
  { source: "Runtime", field: "months" },
] as const;

it("says which value raised or lowered a score", () => {
  const step = { kind: "Prediction", reads: [...reads] };
  expect(["annual_income+", "home_region-", "months-", "other+", "yes"].map((code) => reasonText(code, step))).toEqual([
    "raised the score, annual_income was 42000",
    "lowered the score, Home region was north",
    "lowered the score, months was missing",
    "raised the score",
    undefined,
  ]);
});

it("leaves the codes of other nodes as they are", () => {
  expect(reasonText("R07+", { kind: "ListScore", reads: [] })).toBeUndefined();
});

it("prefers the text that the solution has for a code", () => {
  const texts = { R07: "Income is below 1,000", "age+": "Older applicants" };
  expect(reasonText("R07", { kind: "ListScore", reads: [] }, texts)).toBe("Income is below 1,000");
  expect(reasonText("age+", { kind: "Prediction", reads: [] }, texts)).toBe("Older applicants");
  expect(reasonText("toString", { kind: "ListScore", reads: [] }, texts)).toBeUndefined();
});
