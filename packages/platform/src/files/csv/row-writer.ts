import { isFloat, isInteger, isMissingNumber, isNullMark, numberEnd, numberStart, type ColumnType } from "./cells.ts";
import { readCell, type CellReading } from "./cell-reading.ts";
import type { CsvReader } from "./csv-reader.ts";
import { faultSentence, numberSentence } from "./row-sentence.ts";

/** A column of the file that is imported. */
export interface KeptColumn {
  /** Index of the cell in a row. */
  readonly cell: number;
  readonly name: string;
  readonly type: ColumnType;
  /** Only if its cells need conversion. */
  readonly reading?: CellReading | undefined;
}

export interface Rejection {
  readonly column: string;
  readonly sentence: string;
}

const tab = 0x09;
const lineFeed = 0x0a;
const backslash = 0x5c;

/**
 * Converts rows of a CSV file to ClickHouse's TabSeparated, from bytes to bytes: a valid number is copied, a text is copied with escaped tabs and
 * line breaks. A row is written completely or, with a reason, not at all.
 */
export class RowWriter {
  rows = 0;
  #bytes = Buffer.allocUnsafe(1024 * 1024);
  #length = 0;
  readonly #columns: readonly KeptColumn[];
  /** The required number of cells per row. */
  readonly #width: number;

  constructor(columns: readonly KeptColumn[], width: number) {
    this.#columns = columns;
    this.#width = width;
  }

  get length(): number {
    return this.#length;
  }

  /** Everything written since the last call. The caller owns the buffer. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.allocUnsafe(Math.max(1024 * 1024, this.#bytes.length));
    this.#length = 0;
    this.rows = 0;
    return taken;
  }

  write(reader: CsvReader, row: number): Rejection | undefined {
    if (reader.fault !== undefined) return { column: "", sentence: faultSentence(reader.fault) };
    if (reader.cells !== this.#width) {
      return { column: "", sentence: faultSentence("CELLS", { cells: reader.cells, columns: this.#width }) };
    }
    const { bytes: from, starts, ends, wasQuoted } = reader;
    this.#makeRoom((ends[reader.cells - 1] ?? 0) - (starts[0] ?? 0));
    const to = this.#bytes;
    let at = this.#length;
    at += to.write(String(row), at, "latin1");
    for (const { cell, name, type, reading } of this.#columns) {
      const start = starts[cell] ?? 0;
      const end = ends[cell] ?? 0;
      to[at++] = tab;
      if (reading !== undefined) {
        // Via a string: slower, but only for columns with a chosen format.
        const read = readCell(from.toString("utf8", start, end), type, reading, wasQuoted[cell] !== 0);
        if (!read.ok) return { column: name, sentence: read.sentence };
        at += to.write(read.text === null ? "\\N" : tabCell(read.text), at, "utf8");
        continue;
      }
      if (type === "STRING") {
        if (wasQuoted[cell] === 0 && (start === end || isNullMark(from, start, end))) {
          to[at++] = backslash;
          to[at++] = 0x4e;
          continue;
        }
        for (let index = start; index < end; index += 1) {
          const byte = from[index] ?? 0;
          // One comparison for nearly every character: those that need escaping are below 0x20, or a backslash.
          if (byte > 0x1f && byte !== backslash) to[at++] = byte;
          else at = writeEscaped(to, at, byte);
        }
        continue;
      }
      if (isMissingNumber(from, start, end)) {
        to[at++] = backslash;
        to[at++] = 0x4e;
        continue;
      }
      const fits = type === "INTEGER" ? isInteger(from, start, end) : isFloat(from, start, end);
      if (!fits) return { column: name, sentence: numberSentence(type, from.toString("utf8", start, Math.min(end, start + 200))) };
      const first = numberStart(from, start, end);
      const last = numberEnd(from, first, end);
      // ClickHouse does not accept a plus sign.
      for (let index = from[first] === 0x2b ? first + 1 : first; index < last; index += 1) to[at++] = from[index] ?? 0;
    }
    to[at++] = lineFeed;
    this.#length = at;
    this.rows += 1;
    return undefined;
  }

  #makeRoom(cellBytes: number): void {
    // Worst case: every byte needs an escape, every column a tab and a null mark, and a date gets leading zeros.
    const needed = this.#length + cellBytes * 2 + this.#columns.length * 16 + 32;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

function writeEscaped(to: Buffer, at: number, byte: number): number {
  const letter = escapes[byte];
  if (letter === undefined) {
    to[at] = byte;
    return at + 1;
  }
  to[at] = backslash;
  to[at + 1] = letter;
  return at + 2;
}

const escapes: Readonly<Record<number, number>> = { [tab]: 0x74, [lineFeed]: 0x6e, 0x0d: 0x72, 0x00: 0x30, [backslash]: backslash };

/** One line of TabSeparated from strings; null is a missing value. */
export function tabSeparated(texts: readonly (string | null)[]): string {
  return `${texts.map((text) => (text === null ? "\\N" : tabCell(text))).join("\t")}\n`;
}

/** A string as an array element in TabSeparated, where ClickHouse unescapes once, as in a plain field. */
export function quotedTab(text: string): string {
  return `'${tabCell(text).replaceAll("'", "\\'")}'`;
}

/** A text as a cell of TabSeparated. */
export function tabCell(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the ones to escape.
  return text.replaceAll(/[\\\t\n\r\u0000]/g, (character) => named[character] ?? character);
}

const named: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r", "\u0000": "\\0" };
