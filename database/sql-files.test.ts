import { expect, test } from "vitest";
import { sqlFiles, statements } from "./sql-files.ts";
import { join } from "node:path";

test("a statement ends with a semicolon at the end of a line, and comments alone are not statements", () => {
  expect(statements("-- first\nCREATE TABLE a (b String DEFAULT ';' );\n-- only words\n\nSELECT 1;\n-- the end\n")).toEqual([
    "-- first\nCREATE TABLE a (b String DEFAULT ';' )",
    "-- only words\n\nSELECT 1",
  ]);
});

test("migrations are sorted by number, and every number is unique", async () => {
  for (const store of ["postgres", "clickhouse"]) {
    const files = await sqlFiles(join(import.meta.dirname, store));
    const numbers = files.map(({ name }) => name.slice(0, 3));
    expect(numbers.length).toBeGreaterThan(0);
    expect(new Set(numbers).size).toBe(numbers.length);
  }
});
