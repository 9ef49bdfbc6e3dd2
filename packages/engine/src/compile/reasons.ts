import type { TapeWriter } from "./tape.ts";

/** [SC5] Reason codes by row: the position of the first, or -1 when no row has one, so that nobody looks. */
export function writeReasons(rows: readonly { readonly reasonCode: string }[], tape: TapeWriter): number {
  return rows.some(({ reasonCode }) => reasonCode !== "") ? tape.words(rows.map(({ reasonCode }) => reasonCode)) : -1;
}
