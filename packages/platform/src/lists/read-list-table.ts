import type { ListColumn } from "@airlock/contract";
import { aligned, missingText, type TableHeader, type TableValue } from "./table-format.ts";

/** A version of a list in memory. */
export interface ListTable {
  readonly columns: readonly ListColumn[];
  readonly rows: number;
  /** Size in memory. */
  readonly bytes: number;
  /** The row of a key, -1 if it is missing or not in the list. A number is found by its text. */
  readonly find: (key: TableValue) => number;
  /** A value of a row that `find` returned; `column` is its index. */
  readonly value: (row: number, column: number) => TableValue;
}

/** Opens a table written by `createListTableWriter`. The caller has verified its hash; bytes that are not a table throw. */
export function readListTable(bytes: Uint8Array): ListTable {
  // Typed arrays need alignment, and a subarray may begin anywhere.
  const whole = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  const { header, blocks } = blocksOf(whole);
  const [starts, keys, ...rest] = blocks;
  if (starts === undefined || keys === undefined) throw damaged();
  const keyStarts = numbersOf(starts, Uint32Array, header.rows + 1);
  if (keyStarts[header.rows] !== keys.length) throw damaged();
  const columns = columnReaders(header, rest);
  const encoder = new TextEncoder();
  // A UTF-16 unit takes up to three bytes in UTF-8; no list has a longer key than this.
  const wanted = new Uint8Array(1_024);

  function find(key: TableValue): number {
    if (key === undefined) return -1;
    const text = String(key);
    const { read, written } = encoder.encodeInto(text, wanted);
    if (read < text.length) return -1;
    let low = 0;
    let high = header.rows - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const order = compareKey(middle, written);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** Negative if the row's key sorts before the wanted one. */
  function compareKey(row: number, length: number): number {
    const start = keyStarts[row] ?? 0;
    const end = keyStarts[row + 1] ?? 0;
    const shorter = Math.min(end - start, length);
    for (let at = 0; at < shorter; at += 1) {
      const difference = (keys?.[start + at] ?? 0) - (wanted[at] ?? 0);
      if (difference !== 0) return difference;
    }
    return end - start - length;
  }

  return { columns: header.columns, rows: header.rows, bytes: whole.length, find, value: (row, column) => columns[column]?.(row) };
}

function blocksOf(bytes: Uint8Array): { readonly header: TableHeader; readonly blocks: readonly Uint8Array[] } {
  if (bytes.length < 4) throw damaged();
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  if (4 + length > bytes.length) throw damaged();
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length))) as TableHeader; // The hash proves that we wrote it.
  if (header.format !== 1) throw new Error("The table of the list has a format of a later release.");
  let offset = 4 + length;
  const blocks = header.blocks.map((size) => {
    const start = aligned(offset);
    offset = start + size;
    if (offset > bytes.length) throw damaged();
    return bytes.subarray(start, offset);
  });
  return { header, blocks };
}

type Reader = (row: number) => TableValue;

function columnReaders({ columns, rows }: TableHeader, blocks: readonly Uint8Array[]): readonly Reader[] {
  let next = 0;
  const take = (): Uint8Array => {
    const block = blocks[next];
    next += 1;
    if (block === undefined) throw damaged();
    return block;
  };
  return columns.map(({ type }): Reader => {
    if (type === "String") return textReader(numbersOf(take(), Uint32Array, rows), numbersOf(take(), Uint32Array), take());
    const numbers = numbersOf(take(), Float64Array, rows);
    return (row) => {
      const number = numbers[row] ?? Number.NaN;
      return Number.isNaN(number) ? undefined : number;
    };
  });
}

function textReader(numbers: Uint32Array, starts: Uint32Array, texts: Uint8Array): Reader {
  const decoder = new TextDecoder();
  return (row) => {
    const number = numbers[row] ?? missingText;
    return number === missingText ? undefined : decoder.decode(texts.subarray(starts[number] ?? 0, starts[number + 1] ?? 0));
  };
}

function numbersOf<Numbers extends Uint32Array | Float64Array>(
  block: Uint8Array,
  Kind: { new (buffer: ArrayBufferLike, offset: number, length: number): Numbers; readonly BYTES_PER_ELEMENT: number },
  count = block.length / Kind.BYTES_PER_ELEMENT,
): Numbers {
  if (block.length !== count * Kind.BYTES_PER_ELEMENT) throw damaged();
  return new Kind(block.buffer, block.byteOffset, count);
}

function damaged(): Error {
  return new Error("The table of the list is not whole.");
}
