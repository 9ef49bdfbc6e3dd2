import { expect, test } from "vitest";
import { shownCodes } from "./shown-codes.ts";

test("short codes fit one line, each once", () => {
  expect(shownCodes(["R01", "R02", "R01", "R03"])).toEqual({ shown: ["R01", "R02", "R03"], others: [] });
  expect(shownCodes([])).toEqual({ shown: [], others: [] });
});

test("of long names of a prediction those that fit are shown, and one always", () => {
  const names = ["annual_income+", "existing_debt-", "months_employed+", "bureau_score+"];
  expect(shownCodes(names)).toEqual({ shown: names.slice(0, 2), others: names.slice(2) });
  const long = "a".repeat(60);
  expect(shownCodes([long, "R01"])).toEqual({ shown: [long], others: ["R01"] });
});
