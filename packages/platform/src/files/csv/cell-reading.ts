import { isMissingNumber, type ColumnType } from "./cells.ts";
import { isNumber, plainNumber, type NumberFormat } from "./plain-number.ts";
import { dateSentence, numberSentence } from "./row-sentence.ts";

/** The format of a column's cells, if it is not that of programming languages. */
export interface CellReading extends NumberFormat {
  /** Texts that mean a missing value, besides an empty cell; compared without case and surrounding blanks. */
  readonly missing: readonly string[];
  /** For text columns: the order of a date's parts. Dates are stored as `2026-03-01`. Empty for plain text. */
  readonly date: "" | "DMY" | "MDY" | "YMD";
}

export const plainReading: CellReading = { decimal: ".", thousands: "", missing: [], date: "" };

export type ReadCell = { readonly ok: true; readonly text: string | null } | { readonly ok: false; readonly sentence: string };

/** The stored value of a cell; null is a missing value. */
export function readCell(cell: string, type: ColumnType, reading: CellReading, wasQuoted = false): ReadCell {
  const text = cell.trim();
  if (isMissingIn(cell, type, reading, wasQuoted)) return { ok: true, text: null };
  if (type === "STRING") {
    if (reading.date === "") return { ok: true, text: cell };
    const date = isoDate(text, reading.date);
    return date === undefined ? { ok: false, sentence: dateSentence(text, reading.date) } : { ok: true, text: date };
  }
  const number = plainNumber(text, reading);
  return number !== undefined && isNumber(number, type) ? { ok: true, text: number } : { ok: false, sentence: numberSentence(type, cell) };
}

export function isMissingIn(cell: string, type: ColumnType, { missing, date }: CellReading, wasQuoted = false): boolean {
  const text = cell.trim().toLowerCase();
  if (missing.some((one) => one.trim().toLowerCase() === text)) return true;
  // In a text column, a quoted empty cell is an empty text and `NA` may be one; in numbers and dates both are missing.
  if (type === "STRING" && date === "") return !wasQuoted && (cell === "" || cell === "\\N");
  const bytes = Buffer.from(cell, "utf8");
  return isMissingNumber(bytes, 0, bytes.length);
}

const datePattern = /^(\d{1,4})([/.\- ])(\d{1,2})\2(\d{1,4})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)?$/;

/** `2026-03-01`, with a time `2026-03-01T09:30:00`; undefined if there is no such day, or the year does not have four digits. */
export function isoDate(text: string, order: "DMY" | "MDY" | "YMD"): string | undefined {
  const found = datePattern.exec(text);
  if (found === null) return undefined;
  const [, first = "", , second = "", third = "", hour, minute, seconds = "00"] = found;
  const [year, month, day] = { DMY: [third, second, first], MDY: [third, first, second], YMD: [first, second, third] }[order] as [
    string,
    string,
    string,
  ];
  if (year.length !== 4 || day.length > 2) return undefined;
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  // A day that does not exist, such as 31 February, is parsed as another one.
  const known = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(known.getTime()) || known.toISOString().slice(0, 10) !== date) return undefined;
  if (hour === undefined) return date;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(seconds) > 59) return undefined;
  return `${date}T${hour.padStart(2, "0")}:${minute}:${seconds}`;
}
