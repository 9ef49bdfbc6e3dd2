import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { csvLine } from "./csv-text.ts";
import { readListFile, type FileRow } from "./read-file.ts";

const set = { key_name: "phone", key_type: "String", columns: [] } as const;
const risks = {
  key_name: "postcode",
  key_type: "String",
  columns: [
    { name: "band", type: "String" },
    { name: "uplift", type: "Float" },
    { name: "since", type: "Date" },
  ],
} as const;

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(file: string | Buffer, list: typeof set | typeof risks, size = 7) {
  const reading = await readListFile(pieces(Buffer.from(file), size), list);
  const rows: FileRow[] = [];
  for await (const batch of reading.batches) rows.push(...batch);
  return { rows, rejected: reading.rejected() };
}

test("columns are found by their names, in any order and case", async () => {
  const { rows } = await read('Uplift,postcode,since,band\n0.02,3011,2026-01-31,C\n,3012,,""\n', risks);
  expect(rows).toEqual([
    { row: 1, key: "3011", cells: ["C", 0.02, "2026-01-31"] },
    { row: 2, key: "3012", cells: ["", null, null] },
  ]);
});

test("a header may be written with blanks", async () => {
  const list = { key_name: "post_code", key_type: "String", columns: [{ name: "risk_band", type: "String" }] } as const;
  const reading = await readListFile(pieces(Buffer.from("Post code,Risk band\n3011,C\n"), 7), list);
  for await (const batch of reading.batches) expect(batch).toEqual([{ row: 1, key: "3011", cells: ["C"] }]);
});

test("a set needs no header; one that is there is no key", async () => {
  const bare = await read("+31612345678\n+31687654321\n", set);
  expect(bare.rows.map(({ key }) => key)).toEqual(["+31612345678", "+31687654321"]);
  const headed = await read("Phone\n+31612345678\n", set);
  expect(headed.rows.map(({ row, key }) => [row, key])).toEqual([[1, "+31612345678"]]);
});

test("other delimiters, encodings and compression are read", async () => {
  const text = "postcode;band;uplift;since\n3011;Crème;0.5;2026-01-31\n3012;B;1;2026-02-01\n";
  const expected = [
    { row: 1, key: "3011", cells: ["Crème", 0.5, "2026-01-31"] },
    { row: 2, key: "3012", cells: ["B", 1, "2026-02-01"] },
  ];
  expect((await read(text, risks)).rows).toEqual(expected);
  expect((await read(Buffer.from(`\ufeff${text}`, "utf16le"), risks)).rows).toEqual(expected);
  expect((await read(gzipSync(text), risks)).rows).toEqual(expected);
});

test("rows that cannot be read are named with their column, and counted", async () => {
  const bad = "3013,C,much,\n,C,1,\n3014,C\n3015,C,1,soon\n3016,C,1,2026-01-31\n";
  const { rows, rejected } = await read(`postcode,band,uplift,since\n${bad}`, risks);
  expect(rows.map(({ row, key }) => [row, key])).toEqual([[5, "3016"]]);
  expect(rejected).toEqual({
    count: 4,
    first: [
      { row: 1, column: "uplift", message: 'must be a number, not "much"' },
      { row: 2, column: "postcode", message: "must not be empty" },
      { row: 3, column: "", message: "has 2 cells instead of 4" },
      { row: 4, column: "since", message: 'must be a date like 2026-01-31, not "soon"' },
    ],
  });
  const many = await read(`postcode,band,uplift,since\n${"x,C,much,\n".repeat(250)}`, risks, 4_096);
  expect([many.rejected.count, many.rejected.first.length]).toEqual([250, 100]);
});

test.each([
  ["postcode,band,uplift\n3011,C,1\n", "The first row does not name since. It must name the key and every column of the list."],
  ["postcode,band,uplift,since,province\n3011,C,1,,X\n", "The list has no column province."],
  ["", "The file is empty."],
])("a file of another table is refused: %j", async (file, message) => {
  await expect(read(file, risks)).rejects.toThrow(message);
});

test("what is downloaded is read back as it was", async () => {
  const rows = [
    { row: 1, key: 'a "quoted", key', cells: ["two\nlines", 0.0000001, null] },
    { row: 2, key: "b", cells: ["", -3, "0001-01-01"] },
    { row: 3, key: "c", cells: [null, null, null] },
    { row: 4, key: "d", cells: [" spaced ", 0, "9999-12-31"] },
  ];
  const file = [csvLine(["postcode", "band", "uplift", "since"]), ...rows.map(({ key, cells }) => csvLine([key, ...cells]))].join("");
  expect((await read(file, risks)).rows).toEqual(rows);
});

test("a file is read in batches, not as a whole", async () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `${at}`).join("\n");
  const reading = await readListFile(pieces(Buffer.from(`phone\n${lines}\n`), 16_384), set);
  const sizes: number[] = [];
  for await (const batch of reading.batches) sizes.push(batch.length);
  expect(sizes.length).toBeGreaterThan(2);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(20_000);
});
