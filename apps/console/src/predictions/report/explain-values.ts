import type { DatasourceMetadata, ModelColumn } from "@airlock/contract";
import { valueBins, valueBounds } from "./distribution-shape.ts";

/** A record to begin with: the middle of a number, the value that comes most often. */
export function typicalOf(columns: readonly ModelColumn[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    columns.map((column) => {
      const { name, kind } = column;
      const bounds = valueBounds(column);
      if (kind === "number") return [name, String(bounds[Math.floor(bounds.length / 2)] ?? "")];
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
): Readonly<Record<string, string>> | undefined {
  const row = metadata?.records[at];
  if (row === undefined || metadata === undefined) return undefined;
  const found = new Map(metadata.columns.map(({ name }, index) => [name, row[index]]));
  return Object.fromEntries(columns.map(({ name }) => [name, String(found.get(name) ?? "")]));
}

/** The request body: numbers as numbers, texts as texts, and null for empty fields and invalid numbers. */
export function explainValues(
  columns: readonly ModelColumn[],
  typed: Readonly<Record<string, string>>,
): Readonly<Record<string, string | number | null>> {
  return Object.fromEntries(
    columns.map(({ name, kind }) => {
      const text = typed[name] ?? "";
      if (text === "") return [name, null];
      if (kind === "category") return [name, text];
      return [name, text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : null];
    }),
  );
}
