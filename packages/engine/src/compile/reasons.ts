import type { BytecodeWriter } from "./bytecode.ts";

/** [SC5] Stores the reason codes of all rows; returns the index of the first, or -1 when no row has one, so that none is looked up. */
export function writeReasons(rows: readonly { readonly reasonCode: string }[], writer: BytecodeWriter): number {
  return rows.some(({ reasonCode }) => reasonCode !== "") ? writer.strings(rows.map(({ reasonCode }) => reasonCode)) : -1;
}
