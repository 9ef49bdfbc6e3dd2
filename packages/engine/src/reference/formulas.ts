import type { TypedFormula } from "@airlock/flow";
import { lookUp } from "./lists.ts";
import type { Memory } from "./memory.ts";
import { normalise, operateOnFloats, operateOnIntegers, type NumberResult } from "./numbers.ts";

export type FormulaFailure = Extract<NumberResult, string> | "NOT_A_DATE" | "DATE_OVERFLOW";
type FormulaValue = string | number | boolean | undefined;

const dayMillis = 86_400_000;

class Failed extends Error {
  readonly code: FormulaFailure;

  constructor(code: FormulaFailure) {
    super(code);
    this.code = code;
  }
}

/** [FO] The value of a formula, or the code of what failed first. */
export function evaluateFormula(
  formula: TypedFormula,
  memory: Memory,
  today?: number,
): { readonly value: FormulaValue } | { readonly failure: FormulaFailure } {
  try {
    return { value: evaluate(formula, memory, today) };
  } catch (failed) {
    if (failed instanceof Failed) return { failure: failed.code };
    throw failed;
  }
}

function evaluate(formula: TypedFormula, memory: Memory, today: number | undefined): FormulaValue {
  const value = (part: TypedFormula): FormulaValue => evaluate(part, memory, today);
  switch (formula.kind) {
    case "literal":
      return formula.value;
    case "field": {
      const held = memory.get(formula.source, formula.key);
      return formula.type === "Date" && typeof held === "string" ? dayOfText(held) : held;
    }
    case "widen": {
      const x = value(formula.operand);
      return typeof x === "number" ? orFail(normalise(x, Math.abs(x))) : undefined; // [FO8]
    }
    case "negate": {
      const x = value(formula.operand);
      return typeof x === "number" ? -x + 0 : undefined;
    }
    case "not":
      return value(formula.operand) !== true;
    case "logic":
      // [FO6] The right side is evaluated only if it decides.
      if (formula.operator === "and") return value(formula.left) === true && value(formula.right) === true;
      return value(formula.left) === true || value(formula.right) === true;
    case "comparison": {
      const [a, b] = [value(formula.left), value(formula.right)];
      if (formula.operator === "=") return a === b; // [CO4]
      if (formula.operator === "!=") return a !== b;
      if (typeof a !== "number" || typeof b !== "number") return false; // [CO3]
      return formula.operator === "<" ? a < b : formula.operator === "<=" ? a <= b : formula.operator === ">" ? a > b : a >= b;
    }
    case "arithmetic": {
      const [a, b] = [value(formula.left), value(formula.right)];
      if (typeof a !== "number" || typeof b !== "number") return undefined; // [NU12]
      return orFail((formula.type === "Integer" ? operateOnIntegers : operateOnFloats)(formula.operator, a, b));
    }
    case "inList":
      return lookUp(memory, formula.list, keyOf(formula.key, value)) !== undefined;
    case "lookup": {
      const found = lookUp(memory, formula.list, keyOf(formula.key, value))?.get(formula.column);
      return formula.type === "Date" && typeof found === "string" ? dayOfText(found) : found;
    }
    case "call":
      return call(formula, value, today);
  }
}

/** [LU3] A Date is computed as its day and looked up by its text. */
function keyOf(formula: TypedFormula, value: (part: TypedFormula) => FormulaValue): FormulaValue {
  const key = value(formula);
  return formula.type === "Date" && typeof key === "number" ? textOfDay(key) : key;
}

function orFail(result: NumberResult): number {
  if (typeof result === "string") throw new Failed(result);
  return result;
}

function call(
  { name, args }: Extract<TypedFormula, { readonly kind: "call" }>,
  value: (part: TypedFormula) => FormulaValue,
  today: number | undefined,
): FormulaValue {
  const [first, second, third] = args;
  const of = (part: TypedFormula | undefined): FormulaValue => (part === undefined ? undefined : value(part));
  if (name === "if") return of(first) === true ? of(second) : of(third); // [FO6]
  if (name === "ifMissing") return of(first) ?? of(second);
  if (name === "isMissing") return of(first) === undefined;
  const given = args.map(value);
  const [a, b] = given;
  if (name === "contains") return typeof a === "string" && typeof b === "string" && a.split(b).length > (b === "" ? -1 : 1);
  if (name === "startsWith") return typeof a === "string" && typeof b === "string" && a.slice(0, b.length) === b;
  if (name === "endsWith") return typeof a === "string" && typeof b === "string" && a.slice(a.length - Math.min(a.length, b.length)) === b;
  if (name === "today") return today;
  if (given.includes(undefined)) return undefined; // [FO4]
  if (typeof a === "string") return ofText(name, a);
  const numbers = given.map(Number);
  const [x = 0, y = 0] = numbers;
  const from = new Date(x * dayMillis);
  switch (name) {
    case "min":
      return numbers.toSorted((one, other) => one - other)[0];
    case "max":
      return numbers.toSorted((one, other) => other - one)[0];
    case "abs":
      return x < 0 ? -x : x;
    case "floor":
    case "ceiling":
    case "round":
    case "roundHalfEven":
    case "roundUp":
    case "roundDown":
      return round(x, y, name);
    case "year":
      return from.getUTCFullYear();
    case "month":
      return from.getUTCMonth() + 1;
    case "day":
      return from.getUTCDate();
    case "addDays":
      return inCalendar(x + y);
    case "addMonths":
      return addMonths(from, y);
    case "daysBetween":
      return y - x;
    case "monthsBetween":
      return monthsBetween(x, y);
    case "yearsBetween":
      return Math.trunc(monthsBetween(x, y) / 12) + 0;
    default:
      throw new Error(`There is no function ${name}; the validator lets no such formula through`);
  }
}

function ofText(name: string, text: string): FormulaValue {
  if (name === "lower")
    return Array.from(text, (letter) => counterpart(letter, letter.toLowerCase(), (small) => small.toUpperCase())).join("");
  if (name === "upper")
    return Array.from(text, (letter) => counterpart(letter, letter.toUpperCase(), (capital) => capital.toLowerCase())).join("");
  if (name === "trim") return text.trim(); // [FO15] lists what JavaScript treats as white space
  if (name === "length") return Array.from(text).length; // [FO13]
  const day = dayOfText(text); // [FO17]
  if (day === undefined) throw new Failed("NOT_A_DATE");
  return day;
}

const alphabets = /^[\u{41}-\u{17f}\u{386}-\u{3ce}\u{400}-\u{586}\u{1e00}-\u{1eff}]$/u;

/** [FO14] One letter for one letter, and back again. */
function counterpart(letter: string, other: string, back: (other: string) => string): string {
  return alphabets.test(letter) && alphabets.test(other) && back(other) === letter ? other : letter;
}

/** [FO11] [FO12] On the decimal digits, as they are written. */
function round(x: number, digits: number, mode: string): number {
  const text = Math.abs(x) < 1e-6 ? Math.abs(x).toFixed(12) : String(Math.abs(x));
  const [whole = "", fraction = ""] = text.split(".");
  const group = 10n ** BigInt(12 - digits);
  const units = BigInt(whole + fraction.padEnd(12, "0"));
  const [below, rest] = [units / group, units % group];
  const isNegative = x < 0;
  const isUp = {
    floor: isNegative && rest > 0n,
    ceiling: !isNegative && rest > 0n,
    round: rest * 2n >= group,
    roundHalfEven: rest * 2n > group || (rest * 2n === group && below % 2n === 1n),
    roundUp: rest > 0n,
    roundDown: false,
  }[mode];
  const size = Number(`${below + (isUp === true ? 1n : 0n)}e-${digits}`);
  return (isNegative ? -size : size) + 0;
}

/** [FO18] */
function inCalendar(day: number): number {
  if (!(day >= -719_162 && day <= 2_932_896)) throw new Failed("DATE_OVERFLOW");
  return day;
}

function addMonths(from: Date, months: number): number {
  const total = from.getUTCFullYear() * 12 + from.getUTCMonth() + months;
  if (total < 12 || total >= 120_000) throw new Failed("DATE_OVERFLOW");
  const then = new Date(0);
  then.setUTCFullYear(Math.floor(total / 12), total % 12, from.getUTCDate());
  // The host continues in the next month where the day is not there: back to the last of the month before.
  if (then.getUTCDate() !== from.getUTCDate()) then.setUTCDate(0);
  return then.getTime() / dayMillis;
}

/** [FO19] */
function monthsBetween(from: number, to: number): number {
  if (from > to) return -monthsBetween(to, from) + 0;
  const [first, last] = [new Date(from * dayMillis), new Date(to * dayMillis)];
  const months = (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth();
  return last.getUTCDate() < first.getUTCDate() ? months - 1 : months;
}

/** The day number of a text, by the calendar of the host; undefined where it is no day. */
function dayOfText(text: string): number | undefined {
  const [, year, month, day] = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text) ?? [];
  if (year === undefined || year === "0000") return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  // The host reads February 30th as a day of March.
  const isDay = !Number.isNaN(date.getTime()) && date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
  return isDay ? date.getTime() / dayMillis : undefined;
}

/** The text of a day number from 0001-01-01 to 9999-12-31. */
export function textOfDay(day: number): string {
  return new Date(day * dayMillis).toISOString().slice(0, 10);
}
