import type { TapeWriter } from "./tape.ts";

/** [SC5] Stores the reason codes of all rows; returns the index of the first, or -1 when no row has one, so that none is looked up. */
export function writeReasons(rows: readonly { readonly reasonCode: string }[], tape: TapeWriter): number {
  return rows.some(({ reasonCode }) => reasonCode !== "") ? tape.words(rows.map(({ reasonCode }) => reasonCode)) : -1;
}
