import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { parquetLimits } from "./limits.ts";
import { openParquetFile } from "./parquet-file.ts";
import { unpackPage } from "./unpack-page.ts";

async function open(name: string) {
  const file = readFileSync(join(import.meta.dirname, "fixtures", `${name}.parquet`));
  return openParquetFile({
    byteLength: file.length,
    slice: (from: number, to = file.length) => Promise.resolve(new Uint8Array(file.subarray(from, to)).buffer),
  });
}

async function cpuMicros(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

/** Small files of 60 columns with 1,000,000 rows, each column in one page. */
const wide = ["wide-runs", "wide-nulls", "wide-zeros"];

test.each(wide)("a preview of %s decompresses no more than its budget", async (name) => {
  const unpack = vi.spyOn(unpackPage, "ZSTD");
  const { columns, rows } = await (await open(name)).describe();
  expect([columns.length, rows.length]).toEqual([60, 20]);
  const unpacked = unpack.mock.calls.reduce((sum, [, length]) => sum + length, 0);
  expect(unpacked).toBeLessThanOrEqual(parquetLimits.lookBytes);
});

test.each(["wide-runs", "wide-nulls"])(
  "a preview of all columns of %s costs less than importing the first rows of one column",
  async (name) => {
    const parquet = await open(name);
    const importing = await cpuMicros(() => parquet.read([{ cell: 0, name: "c0", type: "INTEGER" }], 0).next());
    expect(await cpuMicros(parquet.describe)).toBeLessThan(importing);
  },
);

test("columns beyond the budget have their type and no values", async () => {
  const { columns, rows } = await (await open("wide-zeros")).describe();
  expect(columns[0]).toEqual({ name: "c0", type: "INTEGER", firstValues: ["0", "0", "0"] });
  expect(columns[59]).toEqual({ name: "c59", type: "INTEGER", firstValues: [] });
  expect([rows[19]?.[0], rows[19]?.[59]]).toEqual(["0", ""]);
});

const readable = [
  "codec-none",
  "codec-snappy",
  "codec-gzip",
  "codec-brotli",
  "codec-zstd",
  "pages-2",
  "no-dictionary",
  "delta",
  "delta-length",
  "groups",
  "page-index",
  "empty",
  "required",
  "times",
  "int96",
  "years",
  "kinds",
  "numbers",
  "hostile-names",
];

test.each(readable)("a preview of %s shows what an import reads", async (name) => {
  const parquet = await open(name);
  const { columns, rows } = await parquet.describe();
  const kept = columns.map((column, cell) => ({ name: column.name, type: "STRING" as const, cell }));
  const lines: string[] = [];
  for await (const { content } of parquet.read(kept, 0)) {
    lines.push(...Buffer.from(content).toString("utf8").split("\n").slice(0, -1));
    if (lines.length >= parquetLimits.shownRows) break;
  }
  const imported = lines.slice(0, parquetLimits.shownRows).map((line) => line.split("\t").slice(1).map(unescaped));
  expect(rows).toEqual(imported);
});

/** Unescapes a cell of TabSeparated. */
function unescaped(cell: string): string {
  if (cell === "\\N") return "";
  return cell.replaceAll(/\\(.)/g, (_all, letter: string) => ({ t: "\t", n: "\n", r: "\r", "0": "\0" })[letter] ?? letter);
}
