import { literalWanted, readLiteral, type FieldType } from "@airlock/flow";
import { maxListKeyLength, maxListTextLength, type ListKeyType } from "./list-limits.ts";

/** A value of a column: a Date is its text, YYYY-MM-DD; null is missing. */
export type ListValue = string | number | boolean | null;

export type ReadListValue =
  | { readonly ok: true; readonly value: ListValue }
  /** What is wrong, to be appended to the name of the column. */
  | { readonly ok: false; readonly message: string };

/** A value as sent or typed, in the form in which it is stored. Texts are read for any type; an empty one is missing, except as a String. */
export function readListValue(given: ListValue, type: FieldType): ReadListValue {
  if (given === null || (given === "" && type !== "String")) return { ok: true, value: null };
  if (type === "String") {
    if (typeof given !== "string") return { ok: false, message: "must be a text" };
    if (given.length > maxListTextLength) return { ok: false, message: `is longer than ${maxListTextLength} characters` };
    return storable(given) ? { ok: true, value: given } : { ok: false, message: "has characters that cannot be stored" };
  }
  const text = textOf(given);
  const read = readLiteral(text, type);
  if (!read.ok) return { ok: false, message: `must be ${literalWanted[type]}, not ${shown(text)}` };
  if (type === "Boolean") return { ok: true, value: read.value === 1 };
  return { ok: true, value: type === "Date" ? text : read.value };
}

/** A key as sent or typed, in the one form that equal keys share. */
export function readListKey(
  given: string,
  type: ListKeyType,
): { readonly ok: true; readonly key: string } | { readonly ok: false; readonly message: string } {
  if (given === "") return { ok: false, message: "must not be empty" };
  if (given.length > maxListKeyLength) return { ok: false, message: `is longer than ${maxListKeyLength} characters` };
  const read = readListValue(given, type);
  return read.ok ? { ok: true, key: String(read.value) } : read;
}

/** What a column is called that a file calls this: `Risk band (NL)` is risk_band_nl to formulas and to the comparison of headers. */
export function columnNameOf(header: string): string {
  const name = header
    .trim()
    .replaceAll(/[^A-Za-z0-9_]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .toLowerCase()
    .slice(0, 60);
  return /^[a-z]/.test(name) ? name : `column_${name}`.replace(/_$/, "");
}

function textOf(value: string | number | boolean): string {
  // Written as 1e-7, it would be no number; it has at most 12 decimals.
  if (typeof value === "number" && value !== 0 && Math.abs(value) < 1e-6) return value.toFixed(12).replace(/0+$/, "");
  return typeof value === "string" ? value.trim() : String(value);
}

function storable(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}

function shown(text: string): string {
  return `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;
}
