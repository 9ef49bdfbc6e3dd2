import type { ListColumn } from "@airlock/contract";
import { columnNameOf, readListValue } from "@airlock/contract/list-values";
import { readCells } from "@airlock/editor/cells";

export interface FileColumns {
  readonly key: { readonly name: string; readonly type: "String" | "Integer" | "Date" };
  readonly columns: readonly ListColumn[];
}

/** Bytes of a file that are looked at. */
export const sampleBytes = 64 * 1024;
const sampleRows = 200;
const delimiters = [",", ";", "\t", "|"] as const;
/** The narrowest type that fits every value of a column is proposed. */
const typesTried = ["Boolean", "Integer", "Float", "Date"] as const;

/**
 * What a list of this file would have, from its beginning: the first column is the key. Undefined for an empty file. The server reads the file
 * itself; this only fills the form in.
 */
export function fileColumns(beginning: string, isWhole: boolean): FileColumns | undefined {
  const delimiter = delimiterIn(beginning.split(/\r?\n/, 1)[0] ?? "");
  const rows = readCells(beginning, { delimiter, rows: sampleRows });
  // The last row of a sample may be cut off.
  const whole = isWhole || rows.length < 2 ? rows : rows.slice(0, -1);
  const [header, ...below] = whole;
  if (header === undefined) return undefined;
  const types = header.map((_cell, at) => typeOf(below.map((row) => row[at] ?? "")));
  const names = distinct(header.map(columnNameOf));
  const [name = "key", ...others] = names;
  const keyType = types[0] === "Integer" || types[0] === "Date" ? types[0] : "String";
  return { key: { name, type: keyType }, columns: others.map((column, at) => ({ name: column, type: types[at + 1] ?? "String" })) };
}

function delimiterIn(line: string): string {
  const counts = delimiters.map((delimiter) => ({ delimiter, count: line.split(delimiter).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).delimiter;
}

function typeOf(cells: readonly string[]): ListColumn["type"] {
  const values = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  if (values.length === 0) return "String";
  // 007 is a code and no number: read as one, its zeros would be lost.
  if (values.some((value) => /^-?0\d/.test(value) && !value.includes("-", 1))) return "String";
  return typesTried.find((type) => values.every((value) => readListValue(value, type).ok)) ?? "String";
}

function distinct(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let count = 2; taken.has(free); count += 1) free = `${name}_${count}`;
    taken.add(free);
    return free;
  });
}
