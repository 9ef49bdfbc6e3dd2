import { parquetSchema, type FileMetaData, type SchemaElement } from "hyparquet";
import type { ColumnType } from "../csv/cells.ts";
import { columnNames } from "../csv/column-names.ts";
import { FileFailure } from "../csv/file-failure.ts";
import { fileLimits } from "../csv/limits.ts";

/** A column of a Parquet file. */
export interface ParquetColumn {
  /** The column's name in the file, which may be anything. */
  readonly source: string;
  readonly name: string;
  /** The type for flows, by the file's schema. */
  readonly type: ColumnType;
  /** A value as text; null if it is missing. */
  readonly text: (value: unknown) => string | null;
}

/** The columns by the file's schema; throws for types that flows do not have. */
export function parquetColumns(metadata: FileMetaData): readonly ParquetColumn[] {
  const { children } = parquetSchema(metadata);
  if (children.length > fileLimits.columns) throw new FileFailure("TOO_MANY_COLUMNS");
  if (children.length === 0) throw new FileFailure("EMPTY");
  const sources = children.map(({ element }) => element.name);
  const twice = sources.find((name, at) => sources.indexOf(name) !== at);
  const names = columnNames(sources);
  if (twice !== undefined) throw new FileFailure("PARQUET_NAMES", names[sources.indexOf(twice)]);
  return children.map(({ element, children: inner }, at) => {
    const name = names[at] ?? "";
    if (inner.length > 0 || element.repetition_type === "REPEATED" || element.type === undefined) {
      throw new FileFailure("PARQUET_NESTED", name);
    }
    return { source: element.name, name, ...readingOf(element, name) };
  });
}

const unread: ReadonlySet<string> = new Set(["BSON", "INTERVAL", "VARIANT", "GEOMETRY", "GEOGRAPHY"]);

function readingOf(element: SchemaElement, name: string): Pick<ParquetColumn, "type" | "text"> {
  const { type, converted_type: converted, logical_type: logical, scale = 0 } = element;
  if (unread.has(converted ?? "") || unread.has(logical?.type ?? "")) throw new FileFailure("PARQUET_TYPE", name);
  if (converted === "DECIMAL" || logical?.type === "DECIMAL") {
    // hyparquet reads decimals as doubles, whose last bit may be off, so the text is rounded to the scale.
    const digits = Math.min(Math.max(scale, 0), 20);
    return {
      type: digits === 0 ? "INTEGER" : "FLOAT",
      text: (value) => (typeof value === "number" ? value.toFixed(digits) : plainText(value)),
    };
  }
  const isTime =
    converted?.startsWith("TIME") === true || converted === "DATE" || ["DATE", "TIME", "TIMESTAMP"].includes(logical?.type ?? "");
  if (isTime || type === "INT96") return { type: "STRING", text: plainText };
  if (type === "INT32" || type === "INT64") return { type: "INTEGER", text: plainText };
  if (type === "FLOAT") return { type: "FLOAT", text: singleText };
  if (type === "DOUBLE" || logical?.type === "FLOAT16") return { type: "FLOAT", text: plainText };
  return { type: "STRING", text: plainText };
}

/** NaN is missing, as in a CSV file. */
function plainText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  if (typeof value === "number") return Number.isNaN(value) ? null : String(value);
  if (typeof value === "bigint" || typeof value === "boolean") return String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  return JSON.stringify(value) ?? null;
}

/** The shortest text of a 32-bit float: 0.1, not its expansion as a double. */
function singleText(value: unknown): string | null {
  if (typeof value !== "number" || !Number.isFinite(value)) return plainText(value);
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}
