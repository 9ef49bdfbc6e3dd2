import { isUtf8 } from "node:buffer";
import { FileFailure } from "./file-failure.ts";
import { fileLimits } from "./limits.ts";

/** Why a row cannot be parsed. */
export type RowFault = "QUOTE" | "CELL_TOO_LARGE" | "ENCODING";

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

const cellBegins = 0;
const plain = 1;
const quoted = 2;
/** After a quotation mark inside a quoted cell: the next byte decides whether it ended the cell or was escaped. */
const quoteSeen = 3;
const afterQuote = 4;

/**
 * Parses UTF-8 text of any size into rows and cells, in one pass over its bytes and without creating strings. Memory is limited to one row and one
 * chunk.
 *
 * A row ends at LF, CR LF or CR; empty rows are skipped. A quotation mark begins a quoted cell only as its first character; elsewhere it is literal.
 */
export class CsvReader {
  /** The buffer that `starts` and `ends` point into, valid during `onRow`. */
  bytes: Buffer = Buffer.allocUnsafe(256 * 1024);
  starts = new Int32Array(64);
  ends = new Int32Array(64);
  /** 1 for a quoted cell: `""` is empty, an unquoted empty cell is missing. */
  wasQuoted = new Uint8Array(64);
  cells = 0;
  fault: RowFault | undefined;
  /** Offset of the end of the row, from the beginning of the text. */
  offset = 0;

  readonly #delimiter: number;
  readonly #onRow: () => void;
  #state = cellBegins;
  #at = 0;
  #filled = 0;
  #rowStart = 0;
  #cellStart = 0;
  #cellEnd = 0;
  #escaped = false;
  #skipLineFeed = false;
  /** Rows before this offset in `bytes` need a UTF-8 check of their own, because their chunk failed it. */
  #suspectTo = 0;
  #behind = 0;
  #stopped = false;

  constructor(delimiter: number, onRow: () => void, startOffset = 0) {
    this.#delimiter = delimiter;
    this.#onRow = onRow;
    this.#behind = startOffset;
    this.offset = startOffset;
  }

  /** Called from `onRow`: stops reading, including the rest of this chunk. */
  stop(): void {
    this.#stopped = true;
  }

  write(chunk: Buffer): void {
    if (this.#stopped || chunk.length === 0) return;
    this.#makeRoom(chunk.length);
    chunk.copy(this.bytes, this.#filled);
    this.#filled += chunk.length;
    // Checking a whole chunk is nearly free; a character that is split between chunks only causes a check of each row.
    if (!isUtf8(chunk)) this.#suspectTo = this.#filled;
    this.#scan();
    if (!this.#stopped && this.#at - this.#rowStart > fileLimits.rowBytes) throw new FileFailure("ROW_TOO_LONG");
  }

  /** The last row need not end with a line break. */
  end(): void {
    if (this.#stopped) return;
    switch (this.#state) {
      case quoteSeen:
        this.#cellEnd = this.#at - 1;
        this.#pushQuoted();
        break;
      case quoted:
        this.fault ??= "QUOTE";
        this.#cellEnd = this.#at;
        this.#pushQuoted();
        break;
      case afterQuote:
        this.#pushQuoted();
        break;
      default:
        if (this.#state === cellBegins && this.cells === 0) return;
        if (this.#state === cellBegins) this.#cellStart = this.#at;
        this.#push(this.#cellStart, this.#at, 0);
    }
    this.#endRow(this.#at);
  }

  #makeRoom(length: number): void {
    const { bytes } = this;
    if (this.#rowStart === this.#filled) {
      this.#shift(this.#rowStart, 0);
    } else if (this.#filled + length > bytes.length && this.#rowStart > 0) {
      bytes.copyWithin(0, this.#rowStart, this.#filled);
      this.#shift(this.#rowStart, this.#filled - this.#rowStart);
    }
    if (this.#filled + length <= bytes.length) return;
    let size = bytes.length * 2;
    while (size < this.#filled + length) size *= 2;
    const larger = Buffer.allocUnsafe(size);
    bytes.copy(larger, 0, 0, this.#filled);
    this.bytes = larger;
  }

  #shift(by: number, filled: number): void {
    this.#behind += by;
    this.#at -= by;
    this.#rowStart = 0;
    this.#cellStart -= by;
    this.#cellEnd -= by;
    this.#suspectTo = Math.max(0, this.#suspectTo - by);
    this.#filled = filled;
    for (let cell = 0; cell < this.cells && cell < this.starts.length; cell += 1) {
      this.starts[cell] = (this.starts[cell] ?? 0) - by;
      this.ends[cell] = (this.ends[cell] ?? 0) - by;
    }
  }

  #scan(): void {
    const { bytes } = this;
    const delimiter = this.#delimiter;
    const end = this.#filled;
    let at = this.#at;
    let state = this.#state;
    while (at < end) {
      const byte = bytes[at] ?? 0;
      switch (state) {
        case cellBegins:
          if (byte === lineFeed && this.#skipLineFeed) {
            this.#skipLineFeed = false;
            at += 1;
            this.#rowStart = at;
            continue;
          }
          this.#skipLineFeed = false;
          if (byte === quote) {
            this.#cellStart = at + 1;
            this.#escaped = false;
            state = quoted;
            at += 1;
          } else {
            this.#cellStart = at;
            state = plain;
          }
          continue;
        case plain: {
          let here = byte;
          while (here !== delimiter && here !== lineFeed && here !== carriageReturn) {
            at += 1;
            if (at === end) break;
            here = bytes[at] ?? 0;
          }
          if (at === end) continue;
          this.#push(this.#cellStart, at, 0);
          at += 1;
          state = cellBegins;
          break;
        }
        case quoted: {
          let here = byte;
          while (here !== quote) {
            at += 1;
            if (at === end) break;
            here = bytes[at] ?? 0;
          }
          if (at === end) continue;
          at += 1;
          state = quoteSeen;
          continue;
        }
        case quoteSeen:
          if (byte === quote) {
            this.#escaped = true;
            at += 1;
            state = quoted;
          } else {
            this.#cellEnd = at - 1;
            state = afterQuote;
          }
          continue;
        default:
          at += 1;
          if (byte !== delimiter && byte !== lineFeed && byte !== carriageReturn) {
            // Blanks before the delimiter are harmless; anything else means that the quotes are not CSV quoting.
            if (byte !== 0x20) this.fault ??= "QUOTE";
            continue;
          }
          this.#pushQuoted();
          state = cellBegins;
      }
      const last = bytes[at - 1];
      if (last === delimiter) continue;
      this.#skipLineFeed = last === carriageReturn;
      this.#at = at;
      this.#state = state;
      this.#endRow(at);
      if (this.#stopped) return;
    }
    this.#at = at;
    this.#state = state;
  }

  #pushQuoted(): void {
    const start = this.#cellStart;
    let end = this.#cellEnd;
    if (this.#escaped) {
      const { bytes } = this;
      let to = start;
      for (let from = start; from < end; from += 1) {
        const byte = bytes[from] ?? 0;
        if (byte === quote) from += 1;
        bytes[to] = byte;
        to += 1;
      }
      end = to;
    }
    this.#push(start, end, 1);
  }

  #push(start: number, end: number, wasQuoted: 0 | 1): void {
    const cell = this.cells;
    this.cells += 1;
    if (cell >= fileLimits.columns) return;
    if (cell === this.starts.length) this.#growCells();
    if (end - start > fileLimits.cellBytes) this.fault ??= "CELL_TOO_LARGE";
    this.starts[cell] = start;
    this.ends[cell] = end;
    this.wasQuoted[cell] = wasQuoted;
  }

  #growCells(): void {
    const length = this.starts.length * 2;
    const [starts, ends, marks] = [new Int32Array(length), new Int32Array(length), new Uint8Array(length)];
    starts.set(this.starts);
    ends.set(this.ends);
    marks.set(this.wasQuoted);
    [this.starts, this.ends, this.wasQuoted] = [starts, ends, marks];
  }

  #endRow(end: number): void {
    this.offset = this.#behind + end;
    const isBlank = this.cells === 1 && this.wasQuoted[0] === 0 && this.starts[0] === this.ends[0];
    if (!isBlank) {
      if (this.#rowStart < this.#suspectTo && !isUtf8(this.bytes.subarray(this.#rowStart, end))) this.fault ??= "ENCODING";
      this.#onRow();
    }
    this.#rowStart = end;
    this.cells = 0;
    this.fault = undefined;
  }

  text(cell: number, maxBytes = Number.POSITIVE_INFINITY): string {
    const start = this.starts[cell] ?? 0;
    const end = this.ends[cell] ?? 0;
    return this.bytes.toString("utf8", start, Math.min(end, start + maxBytes));
  }

  /** The cells of the row as strings, up to the maximum number of columns. */
  texts(maxBytes?: number): string[] {
    const texts: string[] = [];
    for (let cell = 0; cell < Math.min(this.cells, fileLimits.columns); cell += 1) texts.push(this.text(cell, maxBytes));
    return texts;
  }
}
