import { expect, it } from "vitest";
import { checkFuzz } from "./check-fuzz.ts";

it("mutated definitions and inputs result in a value or a typed refusal, never an exception", async () => {
  const report = await checkFuzz(1_500, 3);
  expect(report.failures).toEqual([]);
  expect(report.parsed).toBeGreaterThan(300);
  expect(report.compiled).toBeGreaterThan(200);
  expect(report.ran).toBeGreaterThan(300);
}, 120_000);
