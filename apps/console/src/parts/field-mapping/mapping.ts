import type { MappedField } from "@airlock/contract";
import { takesColumn } from "@airlock/contract/experiment-mapping";
import type { DatasetField, FieldType } from "@airlock/flow";

export interface SourceColumn {
  readonly name: string;
  readonly type: "STRING" | "INTEGER" | "FLOAT";
}

/** `Net income`, `net_income` and `netIncome` are one name. */
const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** The column of the same name that this field can take: to the letter before nearly. */
export function guessColumn(
  { name, type }: Pick<DatasetField, "name" | "type">,
  columns: readonly SourceColumn[],
): SourceColumn | undefined {
  const taken = columns.filter((column) => takesColumn(type, column.type));
  return taken.find((column) => column.name === name) ?? taken.find((column) => plain(column.name) === plain(name));
}

function guessed(field: DatasetField, columns: readonly SourceColumn[]): MappedField {
  const column = guessColumn(field, columns);
  return { key: field.key, value: column?.name ?? "", useDatasource: column !== undefined };
}

/** One entry for each field in their order: what was chosen, else what its name suggests. */
export function mappingFor(
  fields: readonly DatasetField[],
  columns: readonly SourceColumn[],
  chosen: readonly MappedField[],
): readonly MappedField[] {
  const byKey = new Map(chosen.map((entry) => [entry.key, entry]));
  return fields.map((field) => byKey.get(field.key) ?? guessed(field, columns));
}

/** By name wherever a column has the name; the rest stays as it is. */
export function mappedByName(
  fields: readonly DatasetField[],
  columns: readonly SourceColumn[],
  mapping: readonly MappedField[],
): readonly MappedField[] {
  const byKey = new Map(mapping.map((entry) => [entry.key, entry]));
  return fields.map((field) => {
    const named = guessed(field, columns);
    return named.useDatasource ? named : (byKey.get(field.key) ?? named);
  });
}

export const typeLabels = { STRING: "string", INTEGER: "integer", FLOAT: "real" } as const;

/** What a field takes, in the words that import gives types. */
export const takesTexts: Readonly<Record<FieldType, string>> = {
  String: "any",
  Integer: "integer",
  Float: "integer or real",
  Boolean: "string with true and false",
  Date: "string with dates like 2026-01-31",
};
