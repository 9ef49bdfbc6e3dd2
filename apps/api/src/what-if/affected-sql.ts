import type { SqlLayout } from "@airlock/engine/sql";
import { affectedValues, fieldNames, type Definition, type ThresholdChange } from "@airlock/flow";
import { fieldSql } from "./field-sql.ts";

/** The condition for rows of a result that these changes may affect: `1` for all rows, also if that is not known, and `0` for none. */
export function affectedSql(
  { definition, layout }: { readonly definition: Definition; readonly layout: SqlLayout },
  changes: readonly ThresholdChange[],
): string {
  const values = changes.map((change) => affectedValues(definition, change));
  if (values.some((one) => one === undefined)) return "1";
  const names = fieldNames(definition);
  const conditions = values.flatMap((one) => {
    if (one === undefined) return [];
    const { source, key } = one.field;
    const column = fieldSql(layout, `${source === "Application" ? "application" : "runtime"}.${names(source, key)}`);
    return [[...(one.from === -Infinity ? [] : [`${column} >= ${one.from}`]), ...(one.to === Infinity ? [] : [`${column} <= ${one.to}`])]];
  });
  if (conditions.some((bounds) => bounds.length === 0)) return "1";
  return conditions.length === 0 ? "0" : `ifNull(${conditions.map((bounds) => `(${bounds.join(" AND ")})`).join(" OR ")}, 0)`;
}
