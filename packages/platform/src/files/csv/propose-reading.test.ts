import { expect, test } from "vitest";
import { isoDate, plainReading, readCell } from "./cell-reading.ts";
import { plainNumber } from "./plain-number.ts";
import { proposeReading } from "./propose-reading.ts";

const many = (cell: string, count: number) => Array.from({ length: count }, () => cell);

test.each([
  ["12,504.48", ".", ",", "12504.48"],
  ["1.234.567,8", ",", ".", "1234567.8"],
  ["1 234,5", ",", " ", "1234.5"],
  ["1\u00a0234\u202f567", ".", " ", "1234567"],
  ["1'234.50", ".", "'", "1234.50"],
  ["-0,5", ",", "", "-0.5"],
  ["+1,5e3", ",", "", "1.5e3"],
  ["12,50.4", ".", ",", undefined],
  ["1234,567", ".", ",", undefined],
  ["1.234", ",", "", undefined],
  ["12,5,6", ",", "", undefined],
  ["twelve", ",", ".", undefined],
] as const)("%s with %s and thousands by '%s' is %s", (text, decimal, thousands, plain) => {
  expect(plainNumber(text, { decimal, thousands })).toBe(plain);
});

test.each([
  ["31/12/2023", "DMY", "2023-12-31"],
  ["1.3.2024", "DMY", "2024-03-01"],
  ["12-31-2023", "MDY", "2023-12-31"],
  ["2024/3/1", "YMD", "2024-03-01"],
  ["29/02/2024 9:05", "DMY", "2024-02-29T09:05:00"],
  ["2024-02-29T23:59:58.123", "YMD", "2024-02-29T23:59:58"],
  ["29/02/2023", "DMY", undefined],
  ["31/12/2023", "MDY", undefined],
  ["31/12/23", "DMY", undefined],
  ["31/12-2023", "DMY", undefined],
  ["1/1/2024 25:00", "DMY", undefined],
  ["soon", "DMY", undefined],
] as const)("%s as %s is %s", (text, order, date) => {
  expect(isoDate(text, order)).toBe(date);
});

test("texts for missing values apply to numbers, dates and texts in any case; a rejected cell has a reason", () => {
  const reading = { ...plainReading, missing: ["Unknown"] };
  expect(readCell(" unknown ", "INTEGER", reading)).toEqual({ ok: true, text: null });
  expect(readCell("UNKNOWN", "STRING", reading)).toEqual({ ok: true, text: null });
  expect(readCell("known", "STRING", reading)).toEqual({ ok: true, text: "known" });
  expect(readCell("NA", "STRING", reading)).toEqual({ ok: true, text: "NA" });
  expect(readCell("NA", "STRING", { ...reading, date: "DMY" })).toEqual({ ok: true, text: null });
  expect(readCell("", "STRING", reading, true)).toEqual({ ok: true, text: "" });
  expect(readCell("1,5", "INTEGER", reading)).toEqual({ ok: false, sentence: '"1,5" is not a whole number (a decimal comma?)' });
  expect(readCell("12,504.48", "FLOAT", plainReading)).toEqual({
    ok: false,
    sentence: '"12,504.48" is not a number (a comma for thousands?)',
  });
  expect(readCell("31/02/2024", "STRING", { ...reading, date: "DMY" })).toEqual({
    ok: false,
    sentence: '"31/02/2024" is not a date with day, month and year',
  });
});

test("a few cells with commas among many numbers: thousands are proposed, with one of them as the example", () => {
  expect(proposeReading([...many("2850.5", 500), "12,504.48", "NA"], "FLOAT")).toEqual({
    type: "FLOAT",
    reading: { ...plainReading, thousands: "," },
    example: { text: "12,504.48", becomes: "12504.48" },
    cells: 1,
  });
});

test("decimal commas, with and without thousands", () => {
  expect(proposeReading(["1,5", "12,25", "3"], "STRING")).toMatchObject({ type: "FLOAT", reading: { decimal: ",", thousands: "" } });
  expect(proposeReading(["1.250,5", "12,25"], "STRING")).toMatchObject({ reading: { decimal: ",", thousands: "." } });
  expect(proposeReading(["1,250", "12,250,000"], "STRING")).toMatchObject({ type: "INTEGER", reading: { decimal: ".", thousands: "," } });
});

test("a word that is repeated among numbers is proposed as missing", () => {
  expect(proposeReading([...many("34", 90), ...many("unknown", 10)], "STRING")).toEqual({
    type: "INTEGER",
    reading: { ...plainReading, missing: ["unknown"] },
    example: { text: "unknown", becomes: null },
    cells: 10,
  });
  expect(proposeReading([...many("34", 900), "unknown"], "INTEGER")).toMatchObject({ type: "INTEGER", reading: { missing: ["unknown"] } });
});

test("dates with a clear order, and those with the day first if both orders fit", () => {
  expect(proposeReading(["12/31/2023", "01/02/2024"], "STRING")).toEqual({
    type: "STRING",
    reading: { ...plainReading, date: "MDY" },
    example: { text: "12/31/2023", becomes: "2023-12-31" },
    cells: 2,
  });
  expect(proposeReading(["01/02/2024"], "STRING")).toMatchObject({ reading: { date: "DMY" } });
});

test.each<[string, readonly string[], "STRING" | "INTEGER" | "FLOAT"]>([
  ["numbers as they should be", ["1", "2.5", "NA"], "FLOAT"],
  ["dates as they should be", ["2024-01-31", "2024-02-01"], "STRING"],
  ["codes", ["007", "012"], "STRING"],
  ["phone numbers", ["07 123 456", "07 999 111"], "STRING"],
  ["names", ["Smith", "Jones, Zoë"], "STRING"],
  ["many different words among numbers", ["1", "2", "3", "4", "a", "b", "c", "d"], "STRING"],
  ["nothing", ["", "NA"], "STRING"],
])("nothing is proposed for %s", (_name, cells, type) => expect(proposeReading(cells, type)).toBeUndefined());
