/** The functions of the formula language: parameters and results, and their texts in completion and help. */
import type { FormulaType } from "./formula.ts";

/**
 * `Number` is an Integer or a Float, `Ordered` one of these or a Date. `Digits` is a whole number from 0 to 12 that is written out.
 * `Key` has the type of the keys of a `List`, which is the name of one, written out; `Column` names one of its columns.
 */
export type ParameterType = FormulaType | "Number" | "Ordered" | "Any" | "Digits" | "Key" | "List" | "Column";

export interface Parameter {
  readonly name: string;
  readonly type: ParameterType;
  readonly optional?: true;
  /** The last parameter may be repeated. */
  readonly repeated?: true;
}

export interface FormulaFunction {
  readonly group: "Logic" | "Numbers" | "Text" | "Dates" | "Lists";
  readonly parameters: readonly Parameter[];
  /** `joined`: the type that its Number, Ordered or Any arguments have together. `rounded`: an Integer where nothing is left behind the point. `column`: that of
   * the column. */
  readonly result: FormulaType | "joined" | "rounded" | "column";
  readonly help: string;
  readonly example: string;
}

const x = { name: "number", type: "Number" } as const;
const digits = { name: "digits", type: "Digits", optional: true } as const;
const text = { name: "text", type: "String" } as const;
const part = { name: "part", type: "String" } as const;
const date = { name: "date", type: "Date" } as const;
const key = { name: "value", type: "Key" } as const;
const list = { name: "list", type: "List" } as const;
const span = [
  { name: "from", type: "Date" },
  { name: "to", type: "Date" },
] as const;
const ordered = [
  { name: "first", type: "Ordered" },
  { name: "second", type: "Ordered", repeated: true },
] as const;

export const formulaFunctions = {
  if: {
    group: "Logic",
    parameters: [
      { name: "condition", type: "Boolean" },
      { name: "then", type: "Any" },
      { name: "otherwise", type: "Any" },
    ],
    result: "joined",
    help: "The second value where the condition holds, else the third. Only the value that is taken is computed.",
    example: "if(age >= 18, income, 0)",
  },
  isMissing: {
    group: "Logic",
    parameters: [{ name: "value", type: "Any" }],
    result: "Boolean",
    help: "Whether there is no value. Zero and the empty text are values.",
    example: "isMissing(income)",
  },
  ifMissing: {
    group: "Logic",
    parameters: [
      { name: "value", type: "Any" },
      { name: "otherwise", type: "Any" },
    ],
    result: "joined",
    help: "The first value, or the second where the first is missing.",
    example: "ifMissing(income, 0)",
  },
  min: {
    group: "Numbers",
    parameters: ordered,
    result: "joined",
    help: "The smallest number, or the earliest date.",
    example: "min(income, 5000)",
  },
  max: {
    group: "Numbers",
    parameters: ordered,
    result: "joined",
    help: "The largest number, or the latest date.",
    example: "max(score, 0)",
  },
  abs: { group: "Numbers", parameters: [x], result: "joined", help: "The number without its sign.", example: "abs(balance)" },
  round: {
    group: "Numbers",
    parameters: [x, digits],
    result: "rounded",
    help: "To the nearest number with so many digits after the point; a half goes away from zero. round(2.5) is 3, round(-2.5) is -3.",
    example: "round(rate, 2)",
  },
  roundHalfEven: {
    group: "Numbers",
    parameters: [x, digits],
    result: "rounded",
    help: "To the nearest number with so many digits after the point; a half goes to the even digit. roundHalfEven(2.5) is 2.",
    example: "roundHalfEven(rate, 2)",
  },
  roundUp: {
    group: "Numbers",
    parameters: [x, digits],
    result: "rounded",
    help: "Away from zero, to so many digits after the point. roundUp(2.1) is 3, roundUp(-2.1) is -3.",
    example: "roundUp(instalment, 2)",
  },
  roundDown: {
    group: "Numbers",
    parameters: [x, digits],
    result: "rounded",
    help: "Towards zero, to so many digits after the point. roundDown(2.9) is 2, roundDown(-2.9) is -2.",
    example: "roundDown(limit, 2)",
  },
  floor: {
    group: "Numbers",
    parameters: [x],
    result: "Integer",
    help: "The next whole number below: floor(-2.1) is -3.",
    example: "floor(score)",
  },
  ceiling: {
    group: "Numbers",
    parameters: [x],
    result: "Integer",
    help: "The next whole number above: ceiling(-2.9) is -2.",
    example: "ceiling(score)",
  },
  lower: {
    group: "Text",
    parameters: [text],
    result: "String",
    help: "Capital letters as small ones. Letters that have no single small letter stay as they are.",
    example: "lower(country)",
  },
  upper: {
    group: "Text",
    parameters: [text],
    result: "String",
    help: "Small letters as capital ones. Letters that have no single capital letter, such as ß, stay as they are.",
    example: "upper(country)",
  },
  trim: { group: "Text", parameters: [text], result: "String", help: "Without white space at both ends.", example: "trim(name)" },
  length: {
    group: "Text",
    parameters: [text],
    result: "Integer",
    help: "How many characters the text has, as Unicode counts them.",
    example: "length(postcode)",
  },
  contains: {
    group: "Text",
    parameters: [text, part],
    result: "Boolean",
    help: "Whether the part occurs in the text. Capital and small letters differ.",
    example: 'contains(lower(name), "bank")',
  },
  startsWith: {
    group: "Text",
    parameters: [text, part],
    result: "Boolean",
    help: "Whether the text begins with the part.",
    example: 'startsWith(iban, "NL")',
  },
  endsWith: {
    group: "Text",
    parameters: [text, part],
    result: "Boolean",
    help: "Whether the text ends with the part.",
    example: 'endsWith(email, ".org")',
  },
  date: {
    group: "Dates",
    parameters: [text],
    result: "Date",
    help: "The day of a text like 2026-01-31. The execution fails where a text is not such a day.",
    example: 'date("2026-01-31")',
  },
  today: { group: "Dates", parameters: [], result: "Date", help: "The day of the execution, in UTC.", example: "today()" },
  year: { group: "Dates", parameters: [date], result: "Integer", help: "The year of a date.", example: "year(birthday)" },
  month: { group: "Dates", parameters: [date], result: "Integer", help: "The month of a date, 1 to 12.", example: "month(birthday)" },
  day: { group: "Dates", parameters: [date], result: "Integer", help: "The day of the month, 1 to 31.", example: "day(birthday)" },
  addDays: {
    group: "Dates",
    parameters: [date, { name: "days", type: "Integer" }],
    result: "Date",
    help: "The date so many days later; earlier for a negative number.",
    example: "addDays(start, 30)",
  },
  addMonths: {
    group: "Dates",
    parameters: [date, { name: "months", type: "Integer" }],
    result: "Date",
    help: "The same day so many months later; the last day of the month where it has no such day.",
    example: "addMonths(start, 12)",
  },
  daysBetween: {
    group: "Dates",
    parameters: span,
    result: "Integer",
    help: "How many days it is from one date to another; negative where the second is earlier.",
    example: "daysBetween(start, end)",
  },
  monthsBetween: {
    group: "Dates",
    parameters: span,
    result: "Integer",
    help: "How many whole months have passed from one date to another.",
    example: "monthsBetween(employed_since, date(applied))",
  },
  yearsBetween: {
    group: "Dates",
    parameters: span,
    result: "Integer",
    help: "How many whole years have passed from one date to another, such as an age.",
    example: "yearsBetween(birthday, date(applied))",
  },
  inList: {
    group: "Lists",
    parameters: [key, list],
    result: "Boolean",
    help: "Whether a list of the organisation has the value as a key. A missing value is in no list.",
    example: 'inList(country, "EU countries")',
  },
  lookup: {
    group: "Lists",
    parameters: [key, list, { name: "column", type: "Column" }],
    result: "column",
    help: "The column of the row that has the value as its key; missing where the list has no such row.",
    example: 'lookup(postcode, "Postcode risk", "uplift")',
  },
} as const satisfies Readonly<Record<string, FormulaFunction>>;

export type FunctionName = keyof typeof formulaFunctions;

const byLowerCase: ReadonlyMap<string, FunctionName> = new Map(
  // Object.keys returns strings; these are the keys of the table above.
  (Object.keys(formulaFunctions) as FunctionName[]).map((name) => [name.toLowerCase(), name]),
);

/** Capitals do not matter: users of spreadsheets write MIN. */
export function findFunction(name: string): FunctionName | undefined {
  return byLowerCase.get(name.toLowerCase());
}

/** What spreadsheets and FEEL call it. */
const elsewhere: Readonly<Record<string, FunctionName>> = {
  len: "length",
  ceil: "ceiling",
  iserror: "isMissing",
  isblank: "isMissing",
  ifna: "ifMissing",
  iferror: "ifMissing",
  coalesce: "ifMissing",
  days: "daysBetween",
  datedif: "yearsBetween",
  edate: "addMonths",
  datevalue: "date",
  now: "today",
  int: "floor",
  trunc: "roundDown",
  lcase: "lower",
  ucase: "upper",
  search: "contains",
  find: "contains",
  vlookup: "lookup",
  xlookup: "lookup",
};

export function functionElsewhere(name: string): FunctionName | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(elsewhere, key) ? elsewhere[key] : undefined;
}

/** "round(number, digits)": as completion and messages write it. */
export function signatureText(name: FunctionName): string {
  const { parameters }: FormulaFunction = formulaFunctions[name];
  const names = parameters.map((parameter) =>
    parameter.optional ? `[${parameter.name}]` : parameter.name + (parameter.repeated ? ", …" : ""),
  );
  return `${name}(${names.join(", ")})`;
}
