import { inputError, type SqlLayout } from "./layout.ts";
import { quoteText } from "./quote.ts";

/** The rows of a flow under what their columns' names start with, for example `l.`. */
export interface ComparedRows {
  readonly layout: SqlLayout;
  readonly prefix: string;
}

/**
 * Of two flows over the same row: 0 where both came to the same, 1 where anything differs that a caller could see (how it ended, a
 * value, a reason code), 2 where one of them could not be run on it.
 */
export function comparedState(left: ComparedRows, right: ComparedRows): string {
  const isRefused = [left, right].map(({ prefix }) => `${prefix}error = ${inputError}`).join(" OR ");
  const differences = [`${faultCode(left)} != ${faultCode(right)}`, ...fieldDifferences(left, right), ...reasonDifference(left, right)];
  return `multiIf(${isRefused}, 2, ${differences.map((difference) => `(${difference})`).join(" OR ")}, 1, 0)`;
}

/**
 * What a row came to, told by one runtime field: the value as it is written, `Failed`, `Not decided`, `Completed` where no field tells, or the
 * empty text where it has no value.
 */
export function outcomeText({ layout, prefix }: ComparedRows, field: string | null): string {
  const at = layout.runtime.findIndex(({ name }) => name === field);
  const type = layout.runtime[at]?.type;
  // Exponents are written with their sign elsewhere.
  const plain = type === "String" ? `${prefix}r${at}` : `replaceRegexpOne(toString(${prefix}r${at}), 'e([0-9])', 'e+\\\\1')`;
  const value = type === undefined ? (field === null ? "'Completed'" : "''") : `ifNull(${plain}, '')`;
  return `multiIf(${prefix}error = ${inputError}, 'Not decided', ${prefix}error != 0, 'Failed', ${value})`;
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
      return { column: at === -1 ? "NULL" : `${prefix}r${at}`, isText: at === -1 ? undefined : layout.runtime[at]?.type === "String" };
    });
    if (one?.isText === undefined) return `isNotNull(${other?.column ?? "NULL"})`;
    if (other?.isText === undefined) return `isNotNull(${one.column})`;
    const isMissing = `isNull(${one.column}) != isNull(${other.column})`;
    // A number and a text are never the same.
    return one.isText === other.isText
      ? `ifNull(${one.column} != ${other.column}, ${isMissing})`
      : `isNotNull(${one.column}) OR isNotNull(${other.column})`;
  });
}

/** [SC6] Each code counts once, where it was first given. */
function reasonDifference(left: ComparedRows, right: ComparedRows): readonly string[] {
  if (left.layout.codes.length + right.layout.codes.length === 0) return [];
  const [one, other] = [left, right].map(({ layout: { codes }, prefix }) =>
    codes.length === 0
      ? "emptyArrayString()"
      : `arrayDistinct(arrayMap(code -> [${codes.map(quoteText).join(", ")}][code], ${prefix}reasons))`,
  );
  return [`${one} != ${other}`];
}
