import { expect, it } from "vitest";
import { fieldTypes } from "./operators.ts";
import { readLiteral } from "./literal.ts";

it.each([
  ["String", "true", "true"],
  ["Integer", "18", 18],
  ["Float", "-2.5", -2.5],
  ["Boolean", "true", 1],
  ["Boolean", "false", 0],
  ["Date", "1970-01-02", 1],
  ["Date", "1969-12-31", -1],
] as const)("reads the %s %s", (type, text, value) => {
  expect(readLiteral(text, type)).toEqual({ ok: true, value });
});

it.each([
  ["Boolean", "True", "notABoolean"],
  ["Boolean", "1", "notABoolean"],
  ["Boolean", "", "notABoolean"],
  ["Date", "2026-02-30", "notADate"],
  ["Date", "", "notADate"],
  ["Integer", "true", "notANumber"],
] as const)("refuses the %s '%s'", (type, text, problem) => {
  expect(readLiteral(text, type)).toEqual({ ok: false, problem });
});

it("knows every type", () => {
  expect(fieldTypes.map((type) => readLiteral("", type).ok)).toEqual([true, false, false, false, false]);
});
