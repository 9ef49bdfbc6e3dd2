/** What a field can be: some values of its type, and perhaps missing. */
import type { ConditionOperator, FieldType } from "../node-parts.ts";
import { readNumberText } from "../number-text.ts";
import { allNumbers, complementOfNumbers, intersectionOfNumbers, numbersThat, unionOfNumbers, type NumberSet } from "./number-set.ts";
import { allTexts, complementOfTexts, intersectionOfTexts, unionOfTexts, type TextSet } from "./text-set.ts";

export type ValueSet =
  | { readonly sort: "numbers"; readonly set: NumberSet; readonly missing: boolean }
  | { readonly sort: "texts"; readonly set: TextSet; readonly missing: boolean };

export function everyValue(type: FieldType, missing: boolean): ValueSet {
  return type === "String" ? { sort: "texts", set: allTexts, missing } : { sort: "numbers", set: allNumbers, missing };
}

/**
 * What a field must be for `field operator literal` to hold; undefined where the literal is not one of the field's type.
 * A missing field is different from every literal and neither below nor above it.
 */
export function valuesThat(type: FieldType, operator: ConditionOperator, literal: string): ValueSet | undefined {
  const missing = operator === "!=";
  if (type === "String") {
    if (operator !== "==" && operator !== "!=") return undefined;
    return { sort: "texts", set: { except: operator === "!=", values: new Set([literal]) }, missing };
  }
  const number = readNumberText(literal, type);
  return number.ok ? { sort: "numbers", set: numbersThat(operator, number.value, type === "Integer"), missing } : undefined;
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

export function isEmpty(a: ValueSet): boolean {
  if (a.missing) return false;
  return a.sort === "numbers" ? a.set.length === 0 : !a.set.except && a.set.values.size === 0;
}
