/** Input cells of decision tables: which values a row matches in one column, in the designer's notation. */
import { readLiteral, literalWanted } from "../literal.ts";
import type { CompareOperator, FieldType } from "../node-parts.ts";
import { intersectionOfNumbers, numbersThat, type NumberSet } from "../sets/number-set.ts";
import { complement, everyValue, intersection, isEmpty, union, valuesThat, type ValueSet } from "../sets/value-set.ts";

export interface CellProblem {
  /** The characters that it is about; `to` is behind the last. */
  readonly from: number;
  readonly to: number;
  /** A sentence about how to fix it. */
  readonly message: string;
}

export type ReadCell = { readonly ok: true; readonly values: ValueSet } | { readonly ok: false; readonly problem: CellProblem };

/** Any value, a missing one too. */
export const anyCell = "-";
export const missingWord = "missing";

/**
 * A cell is `-`, or a list of items between commas, after `not` for every value that none of them matches. An item is a literal, a
 * comparison (`>= 500`), an interval (`[500..620)`), or `missing`. Texts need quotes only if they contain a comma or a quote, begin like
 * another item, or are `-` or `missing`.
 */
export function readCell(text: string, type: FieldType): ReadCell {
  const trimmed = text.trim();
  const start = text.length - text.trimStart().length;
  if (trimmed === anyCell) return { ok: true, values: everyValue(type, true) };
  if (trimmed === "") return problem(0, text.length, `This cell is empty. Write ${anyCell} for any value.`);
  const negation = /^not(?=[\s"[(<>=!]|$)\s*/u.exec(trimmed);
  const itemsFrom = start + (negation?.[0].length ?? 0);
  const items = itemsOf(text, itemsFrom);
  if (!Array.isArray(items)) return { ok: false, problem: items };
  let values: ValueSet | undefined;
  for (const item of items) {
    const read = readItem(item, type);
    if (!read.ok) return read;
    values = values === undefined ? read.values : union(values, read.values);
  }
  if (values === undefined) return problem(start, text.length, `Write ${exampleTexts[type]} after not.`);
  values = within(type, negation === null ? values : complement(values));
  if (isEmpty(values)) return problem(start, start + trimmed.length, "No value fits this cell. Change it, or delete the row.");
  return { ok: true, values };
}

/** The part of a set that a field of the type can have: a Boolean is 0 or 1. */
export function within(type: FieldType, values: ValueSet): ValueSet {
  return type === "Boolean" ? intersection(values, everyValue(type, true)) : values;
}

function missingAlone(type: FieldType): ValueSet {
  return complement(type === "String" ? everyValue("String", false) : everyValue("Float", false));
}

interface Item {
  readonly text: string;
  readonly quoted: boolean;
  readonly from: number;
  readonly to: number;
}

const quotedItem = /"(?:[^"]|"")*"/y;
const bareItem = /[^,"]*/y;

/** The items between commas; a comma inside quotes separates nothing. */
function itemsOf(text: string, from: number): Item[] | CellProblem {
  const items: Item[] = [];
  let at = from;
  for (;;) {
    while (/\s/u.test(text[at] ?? "")) at += 1;
    if (text[at] === '"') {
      quotedItem.lastIndex = at;
      const found = quotedItem.exec(text)?.[0];
      if (found === undefined) return { from: at, to: text.length, message: 'This text has no end. Close it with ".' };
      items.push({ text: found.slice(1, -1).replaceAll('""', '"'), quoted: true, from: at, to: at + found.length });
      at += found.length;
    } else {
      bareItem.lastIndex = at;
      const found = (bareItem.exec(text)?.[0] ?? "").trimEnd();
      if (found === "")
        return { from: Math.min(at, text.length), to: text.length, message: "A value is missing here. Write it, or remove the comma." };
      items.push({ text: found, quoted: false, from: at, to: at + found.length });
      at += found.length;
    }
    while (/\s/u.test(text[at] ?? "")) at += 1;
    if (at >= text.length) return items;
    if (text[at] !== ",")
      return { from: at, to: text.length, message: "Separate values with a comma, and put a text with quotes in it into quotes." };
    at += 1;
  }
}

function readItem(item: Item, type: FieldType): ReadCell {
  const { text, quoted, from, to } = item;
  if (!quoted && text === missingWord) return { ok: true, values: missingAlone(type) };
  if (type === "String") return readTextItem(item);
  if (quoted) return problem(from, to, `This column has ${plurals[type]}. Write ${exampleTexts[type]}, without quotes.`);
  const interval = /^([[(\]])(.*?)\.\.(.*)([\])[])$/u.exec(text);
  if (interval !== null) return readInterval(interval, item, type);
  const comparison = /^(>=|<=|!=|>|<|=)\s*(.*)$/u.exec(text);
  const [operator, literal] = comparison === null ? ["=", text] : [comparison[1] ?? "=", comparison[2] ?? ""];
  if (type === "Boolean" && operator !== "=" && operator !== "!=")
    return problem(from, to, "This column has Booleans. Write true or false.");
  const values = valuesThat(type, operators[operator] ?? "==", typed(literal, type), []);
  return values === undefined ? problem(from, to, `This column has ${plurals[type]}. Write ${exampleTexts[type]}.`) : { ok: true, values };
}

function readTextItem({ text, quoted, from, to }: Item): ReadCell {
  if (!quoted && /^(?:[<>=!([]|-$|not\s)/u.test(text)) {
    return problem(from, to, `This column has texts. Write a text, or put it into quotes: "${text}".`);
  }
  return { ok: true, values: { sort: "texts", set: { except: false, values: new Set([text]) }, missing: false } };
}

/** `[a..b)`, also with the outward brackets of some countries, `]a..b[`; an end that is left out is open. */
function readInterval(parts: RegExpExecArray, { from, to }: Item, type: FieldType): ReadCell {
  const [, open = "", low = "", high = "", close = ""] = parts;
  if (type === "Boolean") return problem(from, to, "This column has Booleans. Write true or false.");
  const ends: NumberSet[] = [];
  const bounds = [
    [low.trim(), open === "[" ? ">=" : ">"],
    [high.trim(), close === "]" ? "<=" : "<"],
  ] as const;
  for (const [literal, operator] of bounds) {
    if (literal === "") continue;
    const read = readLiteral(literal, type);
    if (!read.ok) return problem(from, to, `'${literal}' is not ${literalWanted[type]}. Write an interval like ${intervalExample[type]}.`);
    ends.push(numbersThat(operator, Number(read.value), type !== "Float"));
  }
  const [first, second] = ends;
  if (first === undefined)
    return problem(from, to, `An interval has at least one end. Write ${intervalExample[type]}, or ${anyCell} for any value.`);
  const set = second === undefined ? first : intersectionOfNumbers(first, second);
  return { ok: true, values: { sort: "numbers", set, missing: false } };
}

/** Spreadsheets write TRUE and FALSE. */
function typed(literal: string, type: FieldType): string {
  return type === "Boolean" ? literal.toLowerCase() : literal;
}

function problem(from: number, to: number, message: string): ReadCell {
  return { ok: false, problem: { from, to, message } };
}

const operators: Readonly<Record<string, CompareOperator>> = { "=": "==", "!=": "!=", ">": ">", "<": "<", ">=": ">=", "<=": "<=" };

const plurals: Readonly<Record<FieldType, string>> = {
  String: "texts",
  Integer: "whole numbers",
  Float: "numbers",
  Boolean: "Booleans",
  Date: "dates",
};

const exampleTexts: Readonly<Record<FieldType, string>> = {
  String: "NL, BE",
  Integer: "a whole number, >= 18 or [18..65)",
  Float: "a number, >= 0.35 or [0.35..0.45)",
  Boolean: "true or false",
  Date: "a date like 2026-01-31, >= 2026-01-31 or [2026-01-01..2026-06-30]",
};

const intervalExample: Readonly<Record<FieldType, string>> = {
  String: "",
  Integer: "[18..65)",
  Float: "[0.35..0.45)",
  Boolean: "",
  Date: "[2026-01-01..2026-06-30]",
};

/** Whether a cell matches missing values: `missing`, or everything that is not listed. */
export function takesMissing(text: string): boolean {
  return /^\s*not(?=[\s"[(<>=!])|(?:^|,)\s*(?:missing\s*(?:,|$)|!=)/u.test(text);
}
