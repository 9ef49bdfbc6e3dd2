import type { ListColumn } from "@airlock/contract";
import { expect, test } from "vitest";
import { readListTable } from "./read-list-table.ts";
import { compareBytes, type TableValue } from "./table-format.ts";
import { createListTableWriter } from "./write-list-table.ts";

const columns: readonly ListColumn[] = [
  { name: "band", type: "String" },
  { name: "uplift", type: "Float" },
  { name: "since", type: "Date" },
];

type Row = readonly [key: string, ...values: TableValue[]];

function written(rows: readonly Row[], of: readonly ListColumn[] = columns): Uint8Array {
  const writer = createListTableWriter(of);
  const encoder = new TextEncoder();
  const ordered = rows.toSorted(([one], [other]) => compareBytes(encoder.encode(one), encoder.encode(other)));
  for (const [key, ...values] of ordered) writer.add(key, values);
  return writer.finish();
}

test("every key is found with its values, and no other key", () => {
  // Letters of one to four bytes, whose order in UTF-16 differs from that of their bytes.
  const letters = ["a", "\u00e9", "\uff21", "\u{1f388}", "Z", "~", ""];
  const rows = Array.from({ length: 5_000 }, (_, at): Row => {
    const key = `${letters[at % 7] ?? ""}${at}${letters[at % 5] ?? ""}`;
    return [key, at % 3 === 0 ? undefined : `band ${at % 10}`, at % 4 === 0 ? undefined : at / 8, at - 2_500];
  });
  const table = readListTable(written(rows));
  expect([table.rows, table.columns]).toEqual([rows.length, columns]);
  for (const [key, ...values] of rows) {
    const row = table.find(key);
    expect([key, ...values.map((_value, at) => table.value(row, at))]).toEqual([key, ...values]);
  }
  for (const key of ["", "a", "zzzz", "0", "5000", "\u{1f388}", "a0a ", undefined, "x".repeat(2_000)]) expect(table.find(key)).toBe(-1);
});

test("a number is found by its text", () => {
  const table = readListTable(written([["42"], ["-7"], ["9007199254740991"]], []));
  expect([42, -7, 9007199254740991, 43].map((key) => table.find(key) >= 0)).toEqual([true, true, true, false]);
});

test("zero and the empty text are not missing", () => {
  const table = readListTable(written([["a", "", 0, 0], ["b"]]));
  expect([0, 1, 2].map((at) => table.value(table.find("a"), at))).toEqual(["", 0, 0]);
  expect([0, 1, 2].map((at) => table.value(table.find("b"), at))).toEqual([undefined, undefined, undefined]);
});

test("equal rows give equal bytes, wherever they begin in a buffer", () => {
  const rows: readonly Row[] = [
    ["b", "x", 1, 2],
    ["a", "y", 3, 4],
  ];
  const bytes = written(rows);
  expect(written(rows)).toEqual(bytes);
  const within = new Uint8Array(bytes.length + 3);
  within.set(bytes, 3);
  const table = readListTable(within.subarray(3));
  expect([table.value(table.find("a"), 0), table.value(table.find("b"), 2)]).toEqual(["y", 2]);
});

test("a list may be empty", () => {
  const table = readListTable(written([]));
  expect([table.rows, table.find("a")]).toEqual([0, -1]);
});

test("unordered and duplicate keys are refused", () => {
  const writer = createListTableWriter([]);
  writer.add("b", []);
  expect(() => writer.add("a", [])).toThrow("order");
  expect(() => writer.add("b", [])).toThrow("order");
});

test("truncated bytes are refused", () => {
  const bytes = written([
    ["a", "x", 1, 2],
    ["b", "y", 3, 4],
  ]);
  for (const length of [0, 3, 40, bytes.length - 1]) expect(() => readListTable(bytes.slice(0, length))).toThrow(/not whole/);
  // The digit of {"format":1, after the length of the header.
  const later = bytes.slice();
  later[4 + '{"format":'.length] = 0x32;
  expect(() => readListTable(later)).toThrow("later release");
});

test("repeated texts are stored once, so a long list stays small", () => {
  const rows = Array.from({ length: 10_000 }, (_, at): Row => [`key ${at}`, `one of ${at % 4} long texts that repeat`, 1, 1]);
  const table = readListTable(written(rows));
  // Per row: 4 bytes of offset, up to 8 of the key, 4 of the text's index and 8 for each number.
  expect(table.bytes).toBeLessThan(10_000 * (4 + 8 + 4 + 16) + 1_000);
});
