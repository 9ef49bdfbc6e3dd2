import type { ListColumn } from "@airlock/contract";

/** What a list returns for a key: a text, or a number as the engine represents it (0 or 1 for a Boolean, a day number for a Date). */
export type TableValue = string | number | undefined;

/**
 * A version of a list in one little-endian buffer: the length of the header, the header as JSON, and its blocks, each aligned to 8 bytes. Rows are
 * ordered by the UTF-8 bytes of their keys and texts by first occurrence, so equal rows give equal bytes. No object is allocated per row: a lookup is
 * a binary search in the buffer.
 */
export interface TableHeader {
  readonly format: 1;
  readonly columns: readonly ListColumn[];
  readonly rows: number;
  /** Lengths in bytes, in the order of the blocks: offsets of keys, the keys, and for each column its numbers, or the indices of its texts. */
  readonly blocks: readonly number[];
}

/** The index of a missing text. A missing number is NaN. */
export const missingText = 0xff_ff_ff_ff;

const blockAlignment = 8;

export function aligned(offset: number): number {
  return Math.ceil(offset / blockAlignment) * blockAlignment;
}

/** Byte order, as in Postgres's order of keys and in SQL comparisons of texts. */
export function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const shorter = Math.min(one.length, other.length);
  for (let at = 0; at < shorter; at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
