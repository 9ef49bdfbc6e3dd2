import type { ColumnProfile, MappedField } from "@airlock/contract";
import type { DatasetField } from "@airlock/flow";
import { number } from "../../ui/format/numbers.ts";

/**
 * Which rows a flow will not decide: those without a value in a column that a required field takes. One sentence for each column, with
 * the count of the datasource's profile; a column without a profile has none.
 */
export function undecidedTexts(
  fields: readonly Pick<DatasetField, "key" | "required">[],
  mapping: readonly MappedField[],
  profileOf: (column: string) => Pick<ColumnProfile, "missing"> | undefined,
  recordCount: number,
): readonly string[] {
  const required = new Set(fields.flatMap(({ key, required: isRequired }) => (isRequired ? [key] : [])));
  const columns = new Set(mapping.flatMap(({ key, value, useDatasource }) => (useDatasource && required.has(key) ? [value] : [])));
  return [...columns].flatMap((column) => {
    const missing = profileOf(column)?.missing ?? 0;
    if (missing === 0) return [];
    const [have, they] = missing === 1 ? ["has", "it"] : ["have", "they"];
    return [`${number(missing)} of ${number(recordCount)} records ${have} no ${column}; ${they} cannot be decided.`];
  });
}
