import type { ColumnType } from "./cells.ts";
import type { RowFault } from "./csv-reader.ts";

/** Why a row was rejected, for the person who can fix it. */
export function faultSentence(
  fault: RowFault | "CELLS",
  counts: { readonly cells: number; readonly columns: number } = { cells: 0, columns: 0 },
): string {
  switch (fault) {
    case "CELLS":
      return `has ${counts.cells} ${counts.cells === 1 ? "cell" : "cells"} instead of ${counts.columns}`;
    case "QUOTE":
      return "has a quotation mark that is not closed, or text after one that is";
    case "CELL_TOO_LARGE":
      return "has a cell larger than 1 MB";
    case "ENCODING":
      return "has characters that are not UTF-8";
  }
}

export function numberSentence(type: ColumnType, value: string): string {
  const shown = value.length > 40 ? `${value.slice(0, 40)}…` : value;
  return type === "INTEGER" ? `"${shown}" is no integer up to 9007199254740991` : `"${shown}" is no number`;
}
