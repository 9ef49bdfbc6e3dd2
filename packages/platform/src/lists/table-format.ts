import type { ListColumn } from "@airlock/contract";

/** What a list returns for a key: a text, or a number as the engine holds it (0 or 1 for a Boolean, a day number for a Date). */
export type TableValue = string | number | undefined;

/**
 * A version of a list in one buffer, in little-endian order: the length of the header, the header as JSON, and the blocks that it names, each
 * at a multiple of 8 bytes. Rows are in the order of the UTF-8 bytes of their keys, and texts in the order in which they first occur, so the
 * same rows are the same bytes. No object is made for a row: a look-up is a binary search in the buffer.
 */
export interface TableHeader {
  readonly format: 1;
  readonly columns: readonly ListColumn[];
  readonly rows: number;
  /** Lengths in bytes, in the order of the blocks: where keys begin, the keys, and for each column its numbers, or its texts' numbers. */
  readonly blocks: readonly number[];
}

/** The number of a text that is missing. A missing number is NaN. */
export const missingText = 0xff_ff_ff_ff;

const blockAlignment = 8;

export function aligned(offset: number): number {
  return Math.ceil(offset / blockAlignment) * blockAlignment;
}

/** Bytes before and after each other, as Postgres orders keys and SQL compares texts. */
export function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const shorter = Math.min(one.length, other.length);
  for (let at = 0; at < shorter; at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
