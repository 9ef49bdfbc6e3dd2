import { describe, expect, test } from "vitest";
import type { Proposal } from "./cell-format.ts";
import { chosenColumns, fits, isUsed, misfit, nameFrom, withoutProposal, withProposal } from "./column-choice.ts";

describe("what fits a type", () => {
  test.each(["1", "-12", " 7 ", "", "NA", "null", "9007199254740991"])("%j is an integer or missing", (text) =>
    expect(fits(text, "INTEGER")).toBe(true),
  );
  test.each(["1.5", "x", "1e3", "9007199254740993", "--1"])("%j is none", (text) => expect(fits(text, "INTEGER")).toBe(false));
  test.each(["1.5", ".5", "1e3", "-2.", "n/a"])("%j is real or missing", (text) => expect(fits(text, "FLOAT")).toBe(true));
  test.each(["1,5", "Infinity", "1e999", "."])("%j is not", (text) => expect(fits(text, "FLOAT")).toBe(false));
  test("everything is a string", () => expect(fits("=1+1", "STRING")).toBe(true));
});

test("the first value that would be rejected is reported", () => {
  const definition = {
    format: "csv",
    compression: "none",
    encoding: "UTF-8",
    delimiter: ",",
    header: true,
    columns: [],
    rows: [["1"], ["old"]],
    problems: [],
    rejectedRows: 0,
    rowsLookedAt: 2,
  } as const;
  const given = { ...definition, columns: [], problems: [], rows: definition.rows.map((row) => [...row]) };
  expect(misfit(given, 0, "INTEGER")).toBe("old");
  expect(misfit(given, 0, "STRING")).toBeUndefined();
});

test("a proposal is used only when it is chosen, and is undone to what was guessed", () => {
  const proposal: Proposal = {
    type: "FLOAT",
    reading: { decimal: ".", thousands: ",", missing: ["unknown"], date: "" },
    example: { text: "1,250", becomes: "1250" },
    cells: 3,
  };
  const definition = {
    format: "csv",
    compression: "none",
    encoding: "UTF-8",
    delimiter: ",",
    header: true,
    columns: [{ name: "income", type: "STRING", firstValues: ["1,250"], proposal }],
    rows: [["1,250"]],
    problems: [],
    rejectedRows: 0,
    rowsLookedAt: 1,
  } satisfies Parameters<typeof chosenColumns>[0];
  const [column] = chosenColumns(definition);
  if (column === undefined) throw new Error("There is one column.");
  expect([column.type, column.format, column.missing, isUsed(column)]).toEqual(["STRING", "", [], false]);
  const used = withProposal(column);
  expect([used.type, used.format, used.missing, isUsed(used)]).toEqual(["FLOAT", ".,", ["unknown"], true]);
  expect(withoutProposal(used, definition)).toEqual(column);
});

test("a name to begin with", () => {
  expect(nameFrom("loans/2026_q3.csv.gz")).toBe("2026_q3");
  expect(nameFrom("plain")).toBe("plain");
});
