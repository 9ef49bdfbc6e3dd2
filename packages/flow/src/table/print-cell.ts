import { dateText } from "../date-text.ts";
import type { FieldType } from "../node-parts.ts";
import type { NumberRun } from "../sets/number-set.ts";
import { complement, type ValueSet } from "../sets/value-set.ts";
import { anyCell, missingWord, readCell, within } from "./read-cell.ts";

/** A cell that `readCell` parses as this set, in the shorter of its two forms: what it matches, or `not` what it does not match. */
export function printCell(values: ValueSet, type: FieldType): string {
  const items = itemsOf(values, type);
  const others = itemsOf(within(type, complement(values)), type);
  if (others?.length === 0) return anyCell;
  if (items === undefined) return `not ${(others ?? []).join(", ")}`;
  if (others === undefined || items.length <= others.length) return items.join(", ");
  return `not ${others.join(", ")}`;
}

/** Undefined for all values, and for all texts except some: only `not` can express that. */
function itemsOf(values: ValueSet, type: FieldType): readonly string[] | undefined {
  const missing = values.missing ? [missingWord] : [];
  if (values.sort === "numbers") {
    if (values.set.some(({ from, to }) => from.value === -Infinity && to.value === Infinity)) return undefined;
    return [...values.set.map((run) => runItem(run, type)), ...missing];
  }
  if (values.set.except) return undefined;
  return [...[...values.set.values].map(textItem), ...missing];
}

/** A text in a cell, in quotes where it would not be read as that text without them. */
export function textItem(text: string): string {
  const read = readCell(text, "String");
  const isPlain =
    read.ok &&
    text === text.trim() &&
    read.values.sort === "texts" &&
    !read.values.missing &&
    !read.values.set.except &&
    read.values.set.values.has(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

function runItem({ from, to }: NumberRun, type: FieldType): string {
  if (type === "Boolean") return from.value === 0 ? (to.value > 1 ? "false, true" : "false") : "true";
  const shown = (value: number): string => (type === "Date" ? dateText(value) : String(value));
  // Boundaries of whole numbers lie before the number, so that the last one inside is one less.
  const whole = type !== "Float";
  if (from.value === -Infinity) return to.after === 1 ? `<= ${shown(to.value)}` : `< ${shown(to.value)}`;
  if (to.value === Infinity) return from.after === 1 ? `> ${shown(from.value)}` : `>= ${shown(from.value)}`;
  if (whole ? to.value - from.value === 1 : to.value === from.value) return shown(from.value);
  // Days are read with both ends.
  if (type === "Date") return `[${shown(from.value)}..${shown(to.value - 1)}]`;
  return `${from.after === 1 ? "(" : "["}${shown(from.value)}..${shown(to.value)}${to.after === 1 ? "]" : ")"}`;
}
