import { expect, test } from "vitest";
import { columnNameOf, readListKey, readListValue } from "./list-values.ts";

test.each([
  ["text", "String", "text"],
  ["", "String", ""],
  ["", "Integer", null],
  [null, "Date", null],
  ["007", "String", "007"],
  [" 12 ", "Integer", 12],
  ["0.020", "Float", 0.02],
  [0.0000001, "Float", 0.0000001],
  ["true", "Boolean", true],
  [false, "Boolean", false],
  ["2026-02-28", "Date", "2026-02-28"],
] as const)("reads %j as a value of a %s column", (given, type, value) => {
  expect(readListValue(given, type)).toEqual({ ok: true, value });
});

test.each([
  [7, "String", "must be a text"],
  ["1.5", "Integer", 'must be a whole number, not "1.5"'],
  ["1,5", "Float", 'must be a number, not "1,5"'],
  ["yes", "Boolean", 'must be true or false, not "yes"'],
  ["2026-02-30", "Date", 'must be a date like 2026-01-31, not "2026-02-30"'],
  ["x".repeat(501), "String", "is longer than 500 characters"],
  ["a\u0000b", "String", "has characters that cannot be stored"],
  ["9".repeat(50), "Integer", `must be a whole number, not "${"9".repeat(40)}…"`],
] as const)("refuses %j as a value of a %s column", (given, type, message) => {
  expect(readListValue(given, type)).toEqual({ ok: false, message });
});

test("equal keys have one form", () => {
  expect([readListKey("0042", "Integer"), readListKey("42", "Integer")]).toEqual([
    { ok: true, key: "42" },
    { ok: true, key: "42" },
  ]);
  expect(readListKey("0042", "String")).toEqual({ ok: true, key: "0042" });
  expect(readListKey("", "String")).toEqual({ ok: false, message: "must not be empty" });
  expect(readListKey("x".repeat(201), "String")).toEqual({ ok: false, message: "is longer than 200 characters" });
  expect(readListKey("31.12.2026", "Date")).toMatchObject({ ok: false });
});

test.each([
  ["Risk band (NL)", "risk_band_nl"],
  [" postcode ", "postcode"],
  ["2026", "column_2026"],
  ["", "column"],
  ["Größe", "gr_e"],
])("a column that a file calls %j is %s", (header, name) => {
  expect(columnNameOf(header)).toBe(name);
});
