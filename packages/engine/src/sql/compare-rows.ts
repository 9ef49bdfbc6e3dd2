import type { FieldType } from "@airlock/flow";
import { inputError, type SqlLayout } from "./layout.ts";
import { quoteText } from "./quote.ts";
import { valueText } from "./value-text.ts";

/** The rows of a flow under what their columns' names start with, for example `l.`. */
export interface ComparedRows {
  readonly layout: SqlLayout;
  readonly prefix: string;
}

/**
 * The comparison of two flows over the same row: 0 if the results are equal, 1 if anything differs that a caller could see (how it ended, a
 * value, a reason code), 2 if one of them could not run on it.
 */
export function comparedState(left: ComparedRows, right: ComparedRows): string {
  const isRefused = [left, right].map(({ prefix }) => `${prefix}error = ${inputError}`).join(" OR ");
  const differences = [`${faultCode(left)} != ${faultCode(right)}`, ...fieldDifferences(left, right), ...reasonDifference(left, right)];
  return `multiIf(${isRefused}, 2, ${differences.map((difference) => `(${difference})`).join(" OR ")}, 1, 0)`;
}

/**
 * The outcome of a row by one runtime field: the value as text, `Failed`, `Not decided`, `Completed` if there is no outcome field, or the
 * empty text if it has no value.
 */
export function outcomeText({ layout, prefix }: ComparedRows, field: string | null): string {
  const at = layout.runtime.findIndex(({ name }) => name === field);
  const type = layout.runtime[at]?.type;
  const value = type === undefined ? (field === null ? "'Completed'" : "''") : `ifNull(${valueText(type, `${prefix}r${at}`)}, '')`;
  return `multiIf(${prefix}error = ${inputError}, 'Not decided', ${prefix}error != 0, 'Failed', ${value})`;
}

/** Types whose values can be equal: Integers and Floats are compared as numbers. */
function sortOf(type: FieldType): string {
  return type === "Integer" ? "Float" : type;
}

function faultCode({ layout, prefix }: ComparedRows): string {
  const codes = ["", "", ...layout.faults.map(({ code }) => code)];
  return `[${codes.map(quoteText).join(", ")}][${prefix}error + 1]`;
}

function fieldDifferences(left: ComparedRows, right: ComparedRows): readonly string[] {
  const names = new Set([...left.layout.runtime, ...right.layout.runtime].map(({ name }) => name));
  return [...names].map((name) => {
    const [one, other] = [left, right].map(({ layout, prefix }) => {
      const at = layout.runtime.findIndex((field) => field.name === name);
      const type = layout.runtime[at]?.type;
      return { column: at === -1 ? "NULL" : `${prefix}r${at}`, sort: type && sortOf(type) };
    });
    if (one?.sort === undefined) return `isNotNull(${other?.column ?? "NULL"})`;
    if (other?.sort === undefined) return `isNotNull(${one.column})`;
    const isMissing = `isNull(${one.column}) != isNull(${other.column})`;
    // Values of different types are never the same.
    return one.sort === other.sort
      ? `ifNull(${one.column} != ${other.column}, ${isMissing})`
      : `isNotNull(${one.column}) OR isNotNull(${other.column})`;
  });
}

/** [SC6] Each code counts once, at its first occurrence. */
function reasonDifference(left: ComparedRows, right: ComparedRows): readonly string[] {
  if (left.layout.codes.length + right.layout.codes.length === 0) return [];
  const [one, other] = [left, right].map(({ layout: { codes }, prefix }) =>
    codes.length === 0
      ? "emptyArrayString()"
      : `arrayDistinct(arrayMap(code -> [${codes.map(quoteText).join(", ")}][code], ${prefix}reasons))`,
  );
  return [`${one} != ${other}`];
}
