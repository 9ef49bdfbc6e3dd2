import { expect, it } from "vitest";
import { checkFormulas } from "./check-formulas.ts";
import { checkNumbers } from "./check-numbers.ts";

it("arithmetic equals decimal.js if the result fits the digits, and is at most one unit of the last digit off otherwise", () => {
  const report = checkNumbers(20_000, 7);
  expect(report.fitting).toBeGreaterThan(5_000);
  expect(report.plainWrong).toBeGreaterThan(500);
  expect({ wrong: report.wrong, far: report.far }).toEqual({ wrong: 0, far: 0 });
}, 60_000);

it("rounding in every mode equals decimal.js, and the parts of dates equal V8's calendar", () => {
  const report = checkFormulas(5_000, 7);
  expect(report.plainWrong).toBeGreaterThan(20);
  expect({ roundings: report.wrongRoundings, dates: report.wrongDates }).toEqual({ roundings: 0, dates: 0 });
}, 60_000);
