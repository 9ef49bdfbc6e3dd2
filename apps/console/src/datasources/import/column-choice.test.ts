import { describe, expect, test } from "vitest";
import { fits, misfit, nameFrom } from "./column-choice.ts";

describe("what fits a type", () => {
  test.each(["1", "-12", " 7 ", "", "NA", "null", "9007199254740991"])("%j is an integer or missing", (text) =>
    expect(fits(text, "INTEGER")).toBe(true),
  );
  test.each(["1.5", "x", "1e3", "9007199254740993", "--1"])("%j is none", (text) => expect(fits(text, "INTEGER")).toBe(false));
  test.each(["1.5", ".5", "1e3", "-2.", "n/a"])("%j is real or missing", (text) => expect(fits(text, "FLOAT")).toBe(true));
  test.each(["1,5", "Infinity", "1e999", "."])("%j is not", (text) => expect(fits(text, "FLOAT")).toBe(false));
  test("everything is a string", () => expect(fits("=1+1", "STRING")).toBe(true));
});

test("the first value that would be rejected is told", () => {
  const definition = {
    format: "csv",
    compression: "none",
    encoding: "UTF-8",
    delimiter: ",",
    header: true,
    columns: [],
    rows: [["1"], ["old"]],
    problems: [],
    rowsLookedAt: 2,
  } as const;
  const given = { ...definition, columns: [], problems: [], rows: definition.rows.map((row) => [...row]) };
  expect(misfit(given, 0, "INTEGER")).toBe("old");
  expect(misfit(given, 0, "STRING")).toBeUndefined();
});

test("a name to begin with", () => {
  expect(nameFrom("loans/2026_q3.csv.gz")).toBe("2026_q3");
  expect(nameFrom("plain")).toBe("plain");
});
