import { expect, test } from "vitest";
import { whyNotColumn } from "./list-form.ts";

test.each([
  ["risk_band", [], undefined],
  ["", [], "Enter a name."],
  ["2band", [], "Begin with a letter; use letters, digits and _ only."],
  ["risk band", [], "Begin with a letter; use letters, digits and _ only."],
  [" Band ", ["key", "band"], "Another column has this name."],
])("a column called %j after %j: %s", (name, before, why) => {
  expect(whyNotColumn(name, before)).toBe(why);
});
