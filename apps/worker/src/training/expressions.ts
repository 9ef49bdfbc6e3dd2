import type { DatasourceColumn } from "@airlock/contract";
import type { Column, Label } from "@airlock/model";
import { column as columnName } from "@airlock/backend/datasets";

/** Escapes everything but letters, digits and spaces as bytes, so that no value of a datasource can end the SQL string. */
export function sqlText(value: string): string {
  let written = "'";
  for (const byte of Buffer.from(value, "utf8")) {
    const isPlain = (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122) || byte === 32;
    written += isPlain ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`;
  }
  return `${written}'`;
}

function sqlNumber(value: number): string {
  return `toFloat64(${value < 0 ? `-${String(-value)}` : String(value)})`;
}

/** A number as Float64; NaN if it is missing or unreadable. */
export function numberOf({ key, type }: Pick<DatasourceColumn, "key" | "type">): string {
  const name = columnName(key);
  return type === "STRING" ? `ifNull(toFloat64OrNull(${name}), nan)` : `ifNull(toFloat64(${name}), nan)`;
}

/** A value as text; null if it is missing. */
export function textOf({ key, type }: Pick<DatasourceColumn, "key" | "type">): string {
  const name = columnName(key);
  return type === "STRING" ? name : `toString(${name})`;
}

/** The number that a forest reads. Must equal what `createRowWriter` writes for the same value. */
export function writtenAs(column: Column, source: Pick<DatasourceColumn, "key" | "type">): string {
  if (column.kind === "number") {
    const number = numberOf(source);
    return column.bands === undefined ? number : bandOf(number, column.bands);
  }
  return placeOf(textOf(source), column.values);
}

/** Float64 index; -1 for a value that is not in the list, NaN for a missing one. */
function placeOf(text: string, values: readonly string[]): string {
  if (values.length === 0) return `if(isNull(${text}), nan, toFloat64(-1))`;
  const list = `[${values.map(sqlText).join(", ")}]`;
  const places = `[${values.map((_, place) => `${place}.`).join(", ")}]`;
  return `if(isNull(${text}), nan, transform(assumeNotNull(${text}), ${list}, ${places}, -1.))`;
}

function bandOf(number: string, bounds: readonly number[]): string {
  const list = `[${bounds.map(sqlNumber).join(", ")}]`;
  return `if(isNaN(${number}), nan, toFloat64(arrayCount(bound -> bound <= ${number}, ${list})))`;
}

/** How the label's column is read, before its classes are known: as text, number or index of a band. */
export type LabelReading =
  | { readonly kind: "text" }
  | { readonly kind: "number" }
  | { readonly kind: "band"; readonly bounds: readonly number[] };

/** Its value as text, which identifies its class; null if it is missing. */
export function labelText(reading: LabelReading, source: Pick<DatasourceColumn, "key" | "type">): string {
  if (reading.kind === "text") return `nullIf(${textOf(source)}, '')`;
  const number = reading.kind === "number" ? numberOf(source) : bandOf(numberOf(source), reading.bounds);
  return `if(isFinite(${number}), toString(${number}), null)`;
}

/** The label as a number: for a class, its index among the texts. NaN if it is missing. */
export function labelAs(
  label: Label,
  reading: LabelReading,
  texts: readonly string[],
  source: Pick<DatasourceColumn, "key" | "type">,
): string {
  if (label.kind === "number") {
    const number = numberOf(source);
    return `if(isFinite(${number}), ${number}, nan)`;
  }
  const place = placeOf(labelText(reading, source), texts);
  return `if((${place}) < 0, nan, ${place})`;
}
