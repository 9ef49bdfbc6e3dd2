import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FileFailure, type FileFailureCode } from "../csv/file-failure.ts";
import type { KeptColumn } from "../csv/row-writer.ts";
import type { ParquetDescription } from "./look.ts";
import { openParquetFile, type ParquetBatch } from "./parquet-file.ts";
import { describeParquet, isParquet, readParquet, type ParquetSource } from "./open-parquet.ts";

/** Realistic files, each with its exact outcome: refused with a code, or read with these rows. */
interface Read {
  readonly rows: number;
  readonly rejected?: number;
  readonly columns?: string;
  readonly first?: string;
  readonly last?: string;
}
type Case = readonly [name: string, file: Buffer, outcome: FileFailureCode | Read];

const fixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, "fixtures", `${name}.parquet`));
const sourceOf = (bytes: Buffer): ParquetSource => ({
  length: bytes.length,
  async *read(from, to) {
    // In two chunks, as a server may send them.
    const middle = from + Math.floor((to - from) / 2);
    yield bytes.subarray(from, middle);
    yield await Promise.resolve(bytes.subarray(middle, to));
  },
});
const changed = (bytes: Buffer, at: number, ...to: readonly number[]): Buffer => {
  const copy = Buffer.from(bytes);
  for (const [index, byte] of to.entries()) copy[at + index] = byte;
  return copy;
};
/** With a wrong length of the footer. */
const footerLength = (bytes: Buffer, length: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy.writeUInt32LE(length, copy.length - 8);
  return copy;
};

const loans: Read = {
  rows: 4,
  columns: "id STRING, age INTEGER, income FLOAT",
  first: "1\tNL-1\t34\t2850.5",
  last: "4\ta\\tb\\nc\\\\d 'ü\t-1\t0.1",
};
const plain = fixture("codec-none");

const whole: readonly Case[] = [
  ["not compressed", plain, loans],
  ...["snappy", "gzip", "brotli", "zstd"].map((codec): Case => [`compressed by ${codec}`, fixture(`codec-${codec}`), loans]),
  ["compressed by lz4", fixture("codec-lz4"), "PARQUET_CODEC"],
  ["pages of the second version", fixture("pages-2"), loans],
  ["without a dictionary", fixture("no-dictionary"), loans],
  ["delta and byte-stream-split encodings", fixture("delta"), loans],
  ["delta lengths", fixture("delta-length"), { rows: 3, first: "1\tx", last: "3\tyz" }],
  ["many row groups", fixture("groups"), { rows: 1000, first: "1\t0\trow 0", last: "1000\t999\trow 999" }],
  ["many pages and an index of them", fixture("page-index"), { rows: 5000, first: "1\t0", last: "5000\t4999" }],
  ["no rows", fixture("empty"), { rows: 0, columns: "id STRING, age INTEGER, income FLOAT" }],
  ["required columns", fixture("required"), { rows: 2, columns: "n INTEGER, t STRING", last: "2\t2\ty" }],
];

const types: readonly Case[] = [
  [
    "dates and times are texts, to their last digit",
    fixture("times"),
    {
      rows: 1,
      first:
        "1\t2026-02-03\t2026-02-03T04:05:06.789Z\t2026-02-03T04:05:06.789012Z\t2026-02-03T04:05:06.789012Z\t2026-02-03T04:05:06.789012Z",
    },
  ],
  ["times of 96 bits", fixture("int96"), { rows: 1, columns: "at STRING", first: "1\t2026-02-03T04:05:06.789012Z" }],
  ["times that no calendar has", fixture("years"), { rows: 1, columns: "at STRING, day STRING" }],
  [
    "flags, small integers, singles, decimals and bytes",
    fixture("kinds"),
    {
      rows: 3,
      columns: "flag STRING, small INTEGER, single FLOAT, amount FLOAT, whole INTEGER, bytes STRING",
      first: "1\ttrue\t1\t0.1\t10.05\t12\tabc",
      last: "3\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N",
    },
  ],
  [
    "integers and numbers that no field takes reject their row",
    fixture("numbers"),
    { rows: 2, rejected: 2, last: "2\t9007199254740991\t\\N" },
  ],
  ["cells of more than 1 MB reject their row", fixture("large-cell"), { rows: 2, rejected: 2, first: "1\tsmall", last: "4\talso small" }],
  ["a list", fixture("list"), "PARQUET_NESTED"],
  ["a record", fixture("struct"), "PARQUET_NESTED"],
  ["a map", fixture("map"), "PARQUET_NESTED"],
  ["two columns of one name", fixture("same-names"), "PARQUET_NAMES"],
  ["1,001 columns", fixture("wide"), "TOO_MANY_COLUMNS"],
  [
    "hostile names are names",
    fixture("hostile-names"),
    {
      rows: 1,
      columns:
        "__proto__ INTEGER, '; DROP TABLE executions; -- INTEGER, <script>alert(1)</script> INTEGER, constructor INTEGER, a b c INTEGER",
      first: "1\t1\t2\t3\t4\t5",
    },
  ],
];

const bombs: readonly Case[] = [
  ["12 million rows of nothing in a few kilobytes", fixture("nulls"), "PARQUET_BOMB"],
  ["a page that unpacks to 180 MB", fixture("zeros-page"), "PARQUET_BOMB"],
];

const damaged: readonly Case[] = [
  ["the mark alone", Buffer.from("PAR1"), "PARQUET_DAMAGED"],
  ["two marks and nothing between", Buffer.from("PAR1PAR1"), "PARQUET_DAMAGED"],
  ["two marks and no description", Buffer.from("PAR1\0\0\0\0PAR1"), "PARQUET_DAMAGED"],
  ["a mark of another kind at its end", changed(plain, plain.length - 1, 0x32), "PARQUET_DAMAGED"],
  ["an encrypted one", changed(plain, plain.length - 1, 0x45), "PARQUET_ENCRYPTED"],
  ["a description longer than the file", footerLength(plain, 0xffffffff), "PARQUET_DAMAGED"],
  ["a description as long as the file", footerLength(plain, plain.length), "PARQUET_DAMAGED"],
  ["a description of no bytes", footerLength(plain, 0), "PARQUET_DAMAGED"],
  ["a description that begins elsewhere", footerLength(plain, 37), "PARQUET_DAMAGED"],
  ...[0.1, 0.5, 0.9, 0.99].map((share): Case => [
    `cut off after ${share * 100} %`,
    plain.subarray(0, Math.floor(plain.length * share)),
    "PARQUET_DAMAGED",
  ]),
  ["its pages written over", Buffer.concat([plain.subarray(0, 4), Buffer.alloc(300, 0xff), plain.subarray(304)]), "PARQUET_DAMAGED"],
  ["its pages zeroed", Buffer.concat([plain.subarray(0, 4), Buffer.alloc(300), plain.subarray(304)]), "PARQUET_DAMAGED"],
  [
    "a whole description of nothing but 0xff",
    Buffer.concat([plain.subarray(0, 400), Buffer.alloc(plain.length - 408, 0xff), plain.subarray(-8)]),
    "PARQUET_DAMAGED",
  ],
];

/** In a thread as in production, or in this one: starting a thread takes longer than reading a file. */
interface Reading {
  readonly describe: (file: Buffer) => Promise<ParquetDescription>;
  readonly read: (file: Buffer, kept: readonly KeptColumn[]) => AsyncIterable<ParquetBatch>;
}
const inThread: Reading = {
  describe: (file) => describeParquet(sourceOf(file)),
  read: (file, kept) => readParquet(sourceOf(file), kept, 0),
};
const bufferOf = (file: Buffer) => ({
  byteLength: file.length,
  slice: (from: number, to = file.length) => Promise.resolve(new Uint8Array(file.subarray(from, to)).buffer),
});
const here: Reading = {
  describe: async (file) => (await openParquetFile(bufferOf(file))).describe(),
  async *read(file, kept) {
    yield* (await openParquetFile(bufferOf(file))).read(kept, 0);
  },
};

async function outcomeOf(file: Buffer, { describe: describing, read }: Reading): Promise<FileFailureCode | Read> {
  try {
    const { columns } = await describing(file);
    const kept = columns.map(({ name, type }, cell) => ({ name, type, cell }));
    const lines: string[] = [];
    let rejected = 0;
    for await (const batch of read(file, kept)) {
      lines.push(...Buffer.from(batch.content).toString("utf8").split("\n").slice(0, -1));
      rejected += batch.rejected.length;
    }
    return {
      rows: lines.length,
      rejected,
      columns: columns.map(({ name, type }) => `${name} ${type}`).join(", "),
      ...(lines.length === 0 ? {} : { first: lines[0], last: lines.at(-1) }),
    } as Read;
  } catch (error) {
    if (error instanceof FileFailure) return error.code;
    // The code that the thread reports.
    if (read === here.read) return "PARQUET_DAMAGED";
    throw error;
  }
}

describe.each([
  ["whole files", whole, here],
  ["types", types, here],
  ["bombs", bombs, inThread],
  ["damaged files", damaged, here],
  ["in a thread", [...whole.slice(0, 1), ...types.slice(-1), ...damaged.slice(-1)], inThread],
])("%s", (_group, cases, reading) => {
  test.each(cases)("%s", async (_name, file, outcome) => {
    const found = await outcomeOf(file, reading);
    const declared = typeof outcome === "string" ? outcome : { rejected: 0, ...outcome };
    const compared = Object.entries(found).filter(([name]) => typeof declared === "object" && name in declared);
    expect(typeof found === "string" ? found : Object.fromEntries(compared)).toEqual(declared);
  });
});

test("a file with any changed byte is read or refused with a message", async () => {
  const bytes = fixture("codec-snappy");
  const outcomes = new Set<string>();
  for (let at = 4; at < bytes.length; at += 7) {
    for (const to of [0x00, 0x7f, 0xff]) {
      const found = await outcomeOf(changed(bytes, at, to), here);
      outcomes.add(typeof found === "string" ? found : "read");
    }
  }
  expect(outcomes).toContain("PARQUET_DAMAGED");
  expect(outcomes).toContain("read");
});

test("reading resumes at its position, and an error of the source is rethrown", async () => {
  const file = fixture("groups");
  const kept = [{ cell: 1, name: "text", type: "STRING" as const }];
  const lines: string[] = [];
  for await (const { content } of readParquet(sourceOf(file), kept, 990)) lines.push(Buffer.from(content).toString("utf8"));
  expect(lines.join("").split("\n").slice(0, 2)).toEqual(["991\trow 990", "992\trow 991"]);
  const away: ParquetSource = {
    length: file.length,
    // oxlint-disable-next-line require-yield -- an unavailable server yields nothing.
    async *read() {
      await Promise.resolve();
      throw new Error("The bucket server is away.");
    },
  };
  await expect(describeParquet(away)).rejects.toThrow("The bucket server is away.");
});

test("values are validated against chosen types", async () => {
  const kept = [
    { cell: 0, name: "id", type: "INTEGER" as const },
    { cell: 1, name: "age", type: "STRING" as const },
  ];
  const rejections: string[] = [];
  const lines: string[] = [];
  for await (const { content, rejected } of readParquet(sourceOf(plain), kept, 0)) {
    lines.push(Buffer.from(content).toString("utf8"));
    rejections.push(...rejected.map(({ row, column, sentence }) => `${row} ${column}: ${sentence}`));
  }
  expect(lines.join("")).toBe("3\t\\N\t52\n");
  expect(rejections[0]).toBe('1 id: "NL-1" is not a whole number');
});

test("detected by the first bytes", () => {
  expect([plain, Buffer.from("PARE"), Buffer.from("PAR"), Buffer.from("a,b\n"), Buffer.alloc(0)].map(isParquet)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
