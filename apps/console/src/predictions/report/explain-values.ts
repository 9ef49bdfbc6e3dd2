import type { DatasourceMetadata, ModelColumn } from "@airlock/contract";
import { typedNumber } from "../../ui/format/typed-number.ts";
import { valueBins, valueBounds } from "./distribution-shape.ts";

/** Values by the names of their columns: numbers as they are, and what was typed. */
export type RecordValues = Readonly<Record<string, string | number>>;

/** A record to begin with: the middle of a number, the value that comes most often. */
export function typicalOf(columns: readonly ModelColumn[]): RecordValues {
  return Object.fromEntries(
    columns.map((column) => {
      const { name, kind } = column;
      const bounds = valueBounds(column);
      if (kind === "number") return [name, bounds[Math.floor(bounds.length / 2)] ?? ""];
      const [frequent] = valueBins(column).toSorted((one, other) => other.count - one.count);
      return [name, frequent?.value ?? ""];
    }),
  );
}

/** One of the first records of a datasource, by the names of the model's columns. */
export function recordValues(
  columns: readonly ModelColumn[],
  metadata: DatasourceMetadata | undefined,
  at: number,
): RecordValues | undefined {
  const row = metadata?.records[at];
  if (row === undefined || metadata === undefined) return undefined;
  const found = new Map(metadata.columns.map(({ name }, index) => [name, row[index]]));
  return Object.fromEntries(
    columns.map(({ name, kind }) => {
      const value = found.get(name) ?? "";
      return [name, kind === "number" && typeof value === "number" ? value : String(value)];
    }),
  );
}

/** The request body: numbers as numbers, texts as texts, and null for empty fields and invalid numbers. */
export function explainValues(columns: readonly ModelColumn[], values: RecordValues): Readonly<Record<string, string | number | null>> {
  return Object.fromEntries(
    columns.map(({ name, kind }) => {
      const value = values[name] ?? "";
      if (value === "") return [name, null];
      if (kind === "category") return [name, String(value)];
      return [name, typeof value === "number" ? value : (typedNumber(value) ?? null)];
    }),
  );
}
