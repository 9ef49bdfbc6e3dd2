import type { CellReading, ColumnType, FileDefinition } from "@airlock/contract";

/** How a column's cells are written, as one choice of a list: a number format, or the order of a date's parts. */
export type CellFormat = "." | ".," | "," | ",." | ", " | ". " | ".'" | "" | "DMY" | "MDY" | "YMD";

const numberFormats: readonly (readonly [CellFormat, string])[] = [
  [".", "1234.56"],
  [".,", "1,234.56"],
  [",", "1234,56"],
  [",.", "1.234,56"],
  [", ", "1 234,56"],
  [". ", "1 234.56"],
  [".'", "1'234.56"],
];
const textFormats: readonly (readonly [CellFormat, string])[] = [
  ["", "text"],
  ["DMY", "date, day first"],
  ["MDY", "date, month first"],
  ["YMD", "date, year first"],
];

export function formatsOf(type: ColumnType): readonly (readonly [CellFormat, string])[] {
  return type === "STRING" ? textFormats : numberFormats;
}

/** The initial format of a column's type, and what is kept of a choice when the type changes. */
export function formatFor(type: ColumnType, chosen: CellFormat): CellFormat {
  return formatsOf(type).find(([format]) => format === chosen)?.[0] ?? (type === "STRING" ? "" : ".");
}

interface FormattedColumn {
  readonly type: ColumnType;
  readonly format: CellFormat;
  /** Texts that mean a missing value in this column. */
  readonly missing: readonly string[];
}

/** The value for the API; undefined for cells in the standard format of programs. */
export function readingOf({ type, format, missing }: FormattedColumn, everywhere: readonly string[]): CellReading | undefined {
  const texts = [...new Set([...missing, ...everywhere])];
  const isPlain = format === (type === "STRING" ? "" : ".");
  if (isPlain && texts.length === 0) return undefined;
  const isDate = format === "DMY" || format === "MDY" || format === "YMD";
  return {
    decimal: format.startsWith(",") ? "," : ".",
    thousands: isDate ? "" : thousandsOf(format),
    missing: texts,
    date: isDate ? format : "",
  };
}

function thousandsOf(format: CellFormat): CellReading["thousands"] {
  return ([",", ".", " ", "'"] as const).find((one) => format.slice(1) === one) ?? "";
}

export type Proposal = NonNullable<FileDefinition["columns"][number]["proposal"]>;

/** The choice that a proposal stands for. */
export function formatIn({ type, reading }: Pick<Proposal, "type" | "reading">): CellFormat {
  return formatFor(type, reading.date === "" ? (`${reading.decimal}${reading.thousands}` as CellFormat) : reading.date);
}

/** `"12,504.48" as 12504.48`, `"unknown" as missing`. */
export function exampleText({ example: { text, becomes } }: Pick<Proposal, "example">): string {
  return `"${text.slice(0, 40)}" as ${becomes ?? "missing"}`;
}

/** The comma-separated texts of an input field, without duplicates, at most 20. */
export function textsIn(typed: string): readonly string[] {
  return [...new Set(typed.split(",").map((text) => text.trim()))].filter((text) => text !== "").slice(0, 20);
}

/** `1,234.56`, `date, day first`, `unknown is missing`; empty where nothing was chosen. */
export function readingText(reading: CellReading | undefined, type: ColumnType): string {
  if (reading === undefined) return "";
  const format = formatIn({ type, reading });
  const label = format === "" || format === "." ? [] : [formatsOf(type).find(([one]) => one === format)?.[1] ?? ""];
  return [...label, ...reading.missing.map((text) => `"${text}" is missing`)].join(", ");
}
