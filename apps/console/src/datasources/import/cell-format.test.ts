import type { CellReading } from "@airlock/contract";
import { expect, test } from "vitest";
import { exampleText, formatFor, formatIn, formatsOf, readingOf, readingText, textsIn, type CellFormat } from "./cell-format.ts";

const plain: CellReading = { decimal: ".", thousands: "", missing: [], date: "" };

test.each<[CellFormat, object]>([
  [".,", { thousands: "," }],
  [",", { decimal: "," }],
  [",.", { decimal: ",", thousands: "." }],
  [", ", { decimal: ",", thousands: " " }],
  [".'", { thousands: "'" }],
])("the format %j of numbers is sent, and a proposal of it is that choice", (format, reading) => {
  const sent = readingOf({ type: "FLOAT", format, missing: [] }, []);
  expect(sent).toEqual({ ...plain, ...reading });
  expect(sent && formatIn({ type: "FLOAT", reading: sent })).toBe(format);
});

test("what is plain sends nothing; missing texts of the column and of the file are sent once each", () => {
  expect(readingOf({ type: "FLOAT", format: ".", missing: [] }, [])).toBeUndefined();
  expect(readingOf({ type: "STRING", format: "", missing: [] }, [])).toBeUndefined();
  expect(readingOf({ type: "STRING", format: "", missing: ["?"] }, ["?", "unknown"])).toEqual({ ...plain, missing: ["?", "unknown"] });
  expect(readingOf({ type: "STRING", format: "DMY", missing: [] }, [])).toEqual({ ...plain, date: "DMY" });
});

test("a format that the new type does not have is dropped", () => {
  expect(formatFor("INTEGER", ".,")).toBe(".,");
  expect(formatFor("STRING", ".,")).toBe("");
  expect(formatFor("FLOAT", "DMY")).toBe(".");
  expect(formatsOf("STRING").map(([, label]) => label)).toContain("date, day first");
});

test("an example and a stored choice have a text", () => {
  expect(exampleText({ example: { text: "12,504.48", becomes: "12504.48" } })).toBe('"12,504.48" as 12504.48');
  expect(exampleText({ example: { text: "unknown", becomes: null } })).toBe('"unknown" as missing');
  expect(readingText({ ...plain, thousands: ",", missing: ["unknown"] }, "FLOAT")).toBe('1,234.56, "unknown" is missing');
  expect(readingText({ ...plain, date: "DMY" }, "STRING")).toBe("date, day first");
  expect(readingText(undefined, "STRING")).toBe("");
});

test("typed texts are separated by commas", () => {
  expect(textsIn("unknown, ?, ,unknown")).toEqual(["unknown", "?"]);
});
