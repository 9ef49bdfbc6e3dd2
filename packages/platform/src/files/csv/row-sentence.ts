import type { ColumnType } from "./cells.ts";
import type { RowFault } from "./csv-reader.ts";
import { plainNumber } from "./plain-number.ts";

/** Why a row was rejected, for the user who can fix it. */
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
  const text = value.trim();
  if (type === "INTEGER" && /^[+-]?\d+$/.test(text)) return `${shownText(value)} is larger than 9007199254740991`;
  const hint =
    plainNumber(text, { decimal: ".", thousands: "," }) !== undefined
      ? " (a comma for thousands?)"
      : plainNumber(text, { decimal: ",", thousands: "." }) !== undefined
        ? " (a decimal comma?)"
        : "";
  return `${shownText(value)} is not a ${type === "INTEGER" ? "whole " : ""}number${text.includes(",") ? hint : ""}`;
}

const orders = { DMY: "day, month and year", MDY: "month, day and year", YMD: "year, month and day" } as const;

export function dateSentence(value: string, order: keyof typeof orders): string {
  return `${shownText(value)} is not a date with ${orders[order]}`;
}

function shownText(value: string): string {
  return `"${value.length > 40 ? `${value.slice(0, 40)}…` : value}"`;
}
