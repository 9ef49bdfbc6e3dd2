/** What a field can be: some values of its type, and perhaps missing. */
import type { CompareOperator, ConditionOperator, FieldType } from "../node-parts.ts";
import { rightHandOf } from "../operators.ts";
import { readLiteral } from "../literal.ts";
import {
  allNumbers,
  boundary,
  complementOfNumbers,
  intersectionOfNumbers,
  numberRun,
  numbersThat,
  unionOfNumbers,
  type NumberSet,
} from "./number-set.ts";
import { allTexts, complementOfTexts, intersectionOfTexts, unionOfTexts, type TextSet } from "./text-set.ts";

export type ValueSet =
  | { readonly sort: "numbers"; readonly set: NumberSet; readonly missing: boolean }
  | { readonly sort: "texts"; readonly set: TextSet; readonly missing: boolean };

export function everyValue(type: FieldType, missing: boolean): ValueSet {
  if (type === "String") return { sort: "texts", set: allTexts, missing };
  return { sort: "numbers", set: type === "Boolean" ? truthValues : allNumbers, missing };
}

/** Missing alone. */
function noValue(type: FieldType): ValueSet {
  if (type === "String") return { sort: "texts", set: complementOfTexts(allTexts), missing: true };
  return { sort: "numbers", set: complementOfNumbers(allNumbers), missing: true };
}

/** Dates are their day numbers, false and true are 0 and 1. */
const truthValues = numberRun(boundary(0, 0, true), boundary(1, 1, true));

/**
 * The values of a field for which `field operator literal` holds; `values` are the literals of a list or of two bounds. Undefined if a
 * literal is not of the field's type, and for an operator that no set can describe. A missing field is different from every literal and
 * neither below nor above it.
 */
export function valuesThat(
  type: FieldType,
  operator: ConditionOperator,
  literal: string,
  values: readonly string[] = [],
): ValueSet | undefined {
  if (operator === "is missing") return noValue(type);
  if (type === "String") return textsThat(operator, literal, values);
  const whole = type !== "Float";
  if (operator === "between") {
    const [least, greatest] = values.map((text) => readLiteral(text, type));
    if (least?.ok !== true || greatest?.ok !== true) return undefined;
    const above = numbersThat(">=", Number(least.value), whole);
    return { sort: "numbers", set: intersectionOfNumbers(above, numbersThat("<=", Number(greatest.value), whole)), missing: false };
  }
  const read = readLiteral(literal, type);
  if (!read.ok || !isCompare(operator)) return undefined;
  return { sort: "numbers", set: numbersThat(operator, Number(read.value), whole), missing: operator === "!=" };
}

function textsThat(operator: ConditionOperator, literal: string, values: readonly string[]): ValueSet | undefined {
  const except = operator === "!=" || operator === "not in";
  if (operator === "==" || operator === "!=") return { sort: "texts", set: { except, values: new Set([literal]) }, missing: except };
  if (operator === "in" || operator === "not in") return { sort: "texts", set: { except, values: new Set(values) }, missing: except };
  return undefined;
}

function isCompare(operator: ConditionOperator): operator is CompareOperator {
  return rightHandOf(operator) === "operand" && operator !== "contains" && operator !== "starts with";
}

export function intersection(a: ValueSet, b: ValueSet): ValueSet {
  const missing = a.missing && b.missing;
  if (a.sort === "numbers" && b.sort === "numbers") return { sort: "numbers", set: intersectionOfNumbers(a.set, b.set), missing };
  if (a.sort === "texts" && b.sort === "texts") return { sort: "texts", set: intersectionOfTexts(a.set, b.set), missing };
  return a;
}

export function union(a: ValueSet, b: ValueSet): ValueSet {
  const missing = a.missing || b.missing;
  if (a.sort === "numbers" && b.sort === "numbers") return { sort: "numbers", set: unionOfNumbers(a.set, b.set), missing };
  if (a.sort === "texts" && b.sort === "texts") return { sort: "texts", set: unionOfTexts(a.set, b.set), missing };
  return a;
}

export function complement(a: ValueSet): ValueSet {
  if (a.sort === "numbers") return { sort: "numbers", set: complementOfNumbers(a.set), missing: !a.missing };
  return { sort: "texts", set: complementOfTexts(a.set), missing: !a.missing };
}

/** How much there is to work through: runs of numbers or listed texts. */
export function extent(a: ValueSet): number {
  return a.sort === "numbers" ? a.set.length : a.set.values.size;
}

/** Whether a value in the engine's representation is in the set; undefined is a missing one. */
export function hasValue({ missing, ...values }: ValueSet, value: string | number | undefined): boolean {
  if (value === undefined) return missing;
  if (values.sort === "texts") return values.set.values.has(String(value)) !== values.set.except;
  const number = Number(value);
  return values.set.some(({ from, to }) => {
    const isPastFrom = from.after === 1 ? number > from.value : number >= from.value;
    return isPastFrom && (to.after === 1 ? number <= to.value : number < to.value);
  });
}

export function isEmpty(a: ValueSet): boolean {
  if (a.missing) return false;
  return a.sort === "numbers" ? a.set.length === 0 : !a.set.except && a.set.values.size === 0;
}
