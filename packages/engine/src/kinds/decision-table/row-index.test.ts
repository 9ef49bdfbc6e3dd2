import { readCell, type ValueSet } from "@airlock/flow";
import { expect, test } from "vitest";
import { axesOf, numberPart, RowIndex } from "./row-index.ts";

const values = (cell: string): ValueSet => {
  const read = readCell(cell, "Integer");
  if (!read.ok) throw new Error(read.problem.message);
  return read.values;
};

function indexOf(rows: readonly (readonly string[])[]) {
  const takes = rows.map((row) => row.map(values));
  const axes = axesOf(rows[0]?.map(() => "Integer") ?? [], takes);
  const index = new RowIndex(axes, takes);
  return (...given: readonly number[]): readonly number[] => {
    const parts = Int32Array.from(given, (value, column) => {
      const axis = axes[column];
      return axis === undefined ? 0 : numberPart(axis)(value);
    });
    const found: number[] = [];
    for (let row = index.next(parts, 0); row >= 0; row = index.next(parts, row + 1)) found.push(row);
    return found;
  };
}

test("rows are found in order across words, and a column that all rows take whole decides nothing", () => {
  const rows = Array.from({ length: 100 }, (_, row) => [row % 3 === 0 ? "7" : ">= 50", "-"]);
  const find = indexOf(rows);
  expect(find(7, 1)).toEqual(rows.flatMap((_, row) => (row % 3 === 0 ? [row] : [])));
  expect(find(60, Number.NaN)).toEqual(rows.flatMap((_, row) => (row % 3 === 0 ? [] : [row])));
  expect(find(8, 1)).toEqual([]);
  expect(find(Number.NaN, 1)).toEqual([]);
});

test("a table without columns that decide matches in every row, and one without rows in none", () => {
  expect(indexOf([["-"], ["-"]])(1)).toEqual([0, 1]);
  expect(new RowIndex([], []).next(new Int32Array(0), 0)).toBe(-1);
});

test("columns with more parts than there is room for are tried row by row", () => {
  // 12,000 parts of 6,000 rows have 9 MB.
  const rows = Array.from({ length: 6_000 }, (_, row) => [`[${row * 4}..${row * 4 + 2})`, row % 2 === 0 ? "0" : "1"]);
  const find = indexOf(rows);
  expect(find(4_000, 0)).toEqual([1_000]);
  expect(find(4_000, 1)).toEqual([]);
  expect(find(4_002, 0)).toEqual([]);
});
