import type { SqlInput } from "@airlock/engine/sql";
import { readDateText, type DatasetField } from "@airlock/flow";
import type { Cell, Column } from "./clickhouse.ts";
import type { Random } from "./random.ts";

export type Body = Readonly<Record<string, unknown>>;

export interface ParityTable {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  readonly inputs: ReadonlyMap<string, SqlInput>;
  /** The rows as a caller would send them: by field name, each value as in its column. */
  readonly bodies: readonly Body[];
}

export const keyColumn = "row 'key'";

/** Values that `readInput` refuses, and some at the limit that it accepts. */
const oddNumbers = [
  NaN,
  Infinity,
  -Infinity,
  -0,
  5e-324,
  0.5,
  1e300,
  1e15,
  -1e15,
  999999999999999.4,
  999999999999999.5,
  999999999999999.6,
  2 ** 53,
  2 ** 53 - 1,
  -(2 ** 53),
  2 ** 62,
];
const oddNumberTexts = [
  "abc",
  "1e5",
  " 1",
  "1 ",
  "0x10",
  "+1",
  ".5",
  "1.",
  "-",
  "١",
  "1\n",
  "12345678901234567890123",
  "-0",
  "007",
  "nan",
  "inf",
  "99999999999999999999",
  "0.1234567890123456789012345678901234567890",
  "0.1000000000000000055511151231257827",
];
const oddTexts = [
  "a".repeat(10_000),
  "a".repeat(10_001),
  "🎈".repeat(5_000),
  `${"🎈".repeat(5_000)}a`,
  "é".repeat(10_000),
  "\0",
  "\uFFFF",
  "\u{10FFFF}",
  "\\xFF",
  "NULL",
  "{x:String}",
  "-- ",
  "/*",
];

const oddTruths = ["True", "1", "yes", " true", "false\n", "TRUE", "0"];
const oddDays = [
  "2026-02-29",
  "1900-02-29",
  "2026-04-31",
  "2026-13-01",
  "2026-00-01",
  "2026-01-00",
  "0000-01-01",
  "2026-1-1",
  "2026-01-01 ",
  "2026-01-01\n",
  "2026-01-01T00:00:00Z",
  "10000-01-01",
  "٢٠٢٦-٠١-٠١",
  "20260101",
];

/** A table with a column for every application field, whatever its name, and some additional odd rows. */
export function parityTable(fields: readonly DatasetField[], given: readonly Body[], random: Random): ParityTable {
  const bodies = [...given, ...Array.from({ length: 3 }, () => spoil(random.pick(given), fields, random))];
  const sources = fields.map((field, index) =>
    pickSource(
      field,
      index,
      bodies.map((body) => body[field.name]),
      random,
    ),
  );
  const columns = sources.flatMap((source) => ("column" in source.input ? [{ name: source.input.column, type: source.input.type }] : []));
  return {
    columns: [{ name: keyColumn, type: "UInt32" }, ...columns],
    rows: bodies.map((_, row) => [row, ...sources.flatMap(({ input, cells }) => ("column" in input ? [cells[row]] : []))]),
    inputs: new Map(fields.map((field, index) => [field.key, sources[index]?.input ?? { value: null }])),
    bodies: bodies.map((_, row) => {
      const body = Object.create(null) as Record<string, unknown>; // Object.create returns `any`; `__proto__` is a plain name here.
      for (const [index, field] of fields.entries()) body[field.name] = sources[index]?.sent[row];
      return body;
    }),
  };
}

function spoil(body: Body, fields: readonly DatasetField[], random: Random): Body {
  const spoiled = Object.assign(Object.create(null) as Record<string, unknown>, body); // Object.create returns `any`.
  for (const field of fields) {
    if (!random.chance(0.15)) continue;
    if (random.chance(0.2)) spoiled[field.name] = null;
    else if (field.type === "String") spoiled[field.name] = random.pick(oddTexts);
    else if (field.type === "Boolean") spoiled[field.name] = random.pick(oddTruths);
    else if (field.type === "Date") spoiled[field.name] = random.pick(oddDays);
    else spoiled[field.name] = random.chance(0.8) ? random.pick(oddNumbers) : random.pick(oddNumberTexts);
  }
  return spoiled;
}

interface FieldSource {
  readonly input: SqlInput;
  readonly cells: readonly Cell[];
  /** The cells as a caller would send them. */
  readonly sent: readonly unknown[];
}

/** A column of a type that fits every value, or the value itself if it is constant. */
function pickSource(field: DatasetField, index: number, values: readonly unknown[], random: Random): FieldSource {
  const [first = null] = values;
  if (random.chance(0.3) && values.every((value) => Object.is(value ?? null, first)) && isTaken(first, field)) {
    return { input: { value: first }, cells: values.map(() => first), sent: values.map(() => first) };
  }
  // Names of columns are as hostile as names of fields; a number before them makes them unique.
  const column = `${index} ${field.name} \`'"\\{x:String}`;
  if (field.type === "Boolean" || field.type === "Date") return pickHeldSource(field.type, column, values, random);
  const plain = field.type === "String" ? "String" : random.pick(numberTypes(values));
  const cells = values.map((value) => cellOf(value, plain));
  const nullable = cells.includes(null) || random.chance(0.3);
  const wrapped = nullable ? `Nullable(${plain})` : plain;
  const type = plain === "String" && field.type === "String" && random.chance(0.2) ? `LowCardinality(${wrapped})` : wrapped;
  const inForm = random.chance(0.5) && cells.every((cell) => isInForm(cell, field));
  return { input: { column, type, inForm }, cells, sent: cells };
}

/** A column of texts, of the database's own type if every value fits, or of the numbers that represent the values. */
function pickHeldSource(type: "Boolean" | "Date", column: string, values: readonly unknown[], random: Random): FieldSource {
  const texts = values.map((value) => (typeof value === "string" || typeof value === "boolean" ? String(value) : null));
  const held = texts.map((text) => (text === null || text === "" ? null : heldOf(type, text)));
  const days = held.flatMap((value) => (value === undefined || value === null ? [] : [value]));
  const areDaysIn = (least: string, greatest: string): boolean =>
    days.every((value) => value >= (readDateText(least) ?? NaN) && value <= (readDateText(greatest) ?? NaN));
  const own =
    type === "Boolean"
      ? ["Bool"]
      : [...(areDaysIn("1900-01-01", "2299-12-31") ? ["Date32"] : []), ...(areDaysIn("1970-01-01", "2149-06-06") ? ["Date"] : [])];
  const plain = held.includes(undefined)
    ? random.pick(["String", "LowCardinality"])
    : random.pick(["String", "String", "LowCardinality", ...own, ...own, "Float64", "Int32"]);
  const isText = plain === "String" || plain === "LowCardinality";
  const isNumber = plain === "Float64" || plain === "Int32";
  const cells: readonly Cell[] = isText
    ? texts
    : isNumber
      ? held.map((value) => value ?? null)
      : texts.map((text) => (text === "" ? null : text));
  const nullable = cells.includes(null) || random.chance(0.3);
  const wrapped = (name: string): string => (nullable ? `Nullable(${name})` : name);
  const columnType = plain === "LowCardinality" ? `LowCardinality(${wrapped("String")})` : wrapped(plain);
  return { input: { column, type: columnType, inForm: isNumber }, cells, sent: isText ? cells : texts };
}

/** Undefined for an invalid text. */
function heldOf(type: "Boolean" | "Date", text: string): number | undefined {
  if (type === "Date") return readDateText(text);
  return text === "true" ? 1 : text === "false" ? 0 : undefined;
}

const isNumberText = (value: unknown): boolean => typeof value === "string" && /^-?[0-9]{1,20}(\.[0-9]{1,40})?$/.test(value);

function isTaken(value: unknown, field: DatasetField): value is string | null {
  if (value === null) return !field.required;
  if (field.type === "Boolean" || field.type === "Date") return typeof value === "string" && heldOf(field.type, value) !== undefined;
  return typeof value === "string" && value.length < 1_000 && (field.type === "String" || isNumberText(value));
}

function isInForm(cell: Cell, { type }: DatasetField): boolean {
  if (cell === null) return true;
  if (type === "String") return typeof cell === "string" && cell.length < 1_000;
  if (typeof cell !== "number" || Object.is(cell, -0)) return false;
  if (type === "Integer") return Number.isSafeInteger(cell);
  return Math.abs(cell) < 1e15 && Number(cell.toPrecision(15)) === cell && Number(cell.toFixed(12)) === cell;
}

function numberTypes(values: readonly unknown[]): readonly string[] {
  const present = values.filter((value) => value !== undefined && value !== null && value !== "");
  if (!present.every((value) => typeof value === "number" || isNumberText(value))) return ["String"];
  const numbers = present.map(Number);
  const all = (test: (value: number) => boolean): boolean => numbers.every((value) => !Object.is(value, -0) && test(value));
  return [
    "Float64",
    "Float64",
    "String",
    ...(all((value) => Number.isInteger(value) && Math.abs(value) < 2 ** 63) ? ["Int64", "Int64", "Int256"] : []),
    ...(all((value) => Number.isInteger(value) && Math.abs(value) < 2 ** 31) ? ["Int32", "Int32"] : []),
    ...(all((value) => Number.isInteger(value) && value >= 0 && value < 2 ** 16) ? ["UInt16", "UInt64"] : []),
    ...(all((value) => Math.abs(value) < 1e9 && Number(value.toFixed(6)) === value) ? ["Decimal(18, 6)"] : []),
    // The value of a Float32 is defined by its shortest text, which must be that of the double too.
    ...(all((value) => String(Math.fround(value)).length < 8 && Math.fround(value) === value) ? ["Float32"] : []),
  ];
}

function cellOf(value: unknown, type: string): Cell {
  if (value === undefined || value === null) return null;
  if (type === "String") return typeof value === "string" ? value : String(Number(value));
  return value === "" ? null : Number(value);
}
