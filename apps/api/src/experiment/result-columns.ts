import { carriedName } from "@airlock/backend/datasets";
import type { ResultField } from "@airlock/contract";
import { valueText, type SqlLayout } from "@airlock/engine/sql";
import type { FieldType } from "@airlock/flow";

/** A field of a result, with its SQL expression. */
export interface ResultColumn {
  readonly field: ResultField;
  /** NULL if the row has no value. */
  readonly sql: string;
}

const outcomeSql = "multiIf(error = 0, 'completed', error = 1, 'refused', 'failed')";

/** By displayed name. A refused row may have values that do not fit a field: these count as missing. */
export function resultColumns({ application, runtime }: SqlLayout, fields: readonly ResultField[]): ReadonlyMap<string, ResultColumn> {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const columns = new Map<string, ResultColumn>();
  const add = (name: string, sql: string) => {
    const field = byName.get(name);
    if (field !== undefined) columns.set(name, { field, sql });
  };
  for (const [at, { name, type }] of application.entries()) add(`application.${name}`, given(`a${at}`, type));
  for (const [at, { name, type }] of runtime.entries()) add(`runtime.${name}`, isText(type) ? valueText(type, `r${at}`) : `r${at}`);
  for (const [index, { name, type }] of carriedFields(fields).entries()) add(name, given(carriedName(index), type));
  add("outcome", outcomeSql);
  return columns;
}

/** In the order of their columns in the table. */
export function carriedFields(fields: readonly ResultField[]): readonly ResultField[] {
  return fields.filter(({ origin }) => origin === "carried");
}

/** Booleans and Dates are grouped by the displayed texts. */
function isText(type: FieldType): boolean {
  return type === "Boolean" || type === "Date";
}

function given(key: string, type: FieldType): string {
  if (isText(type)) return valueText(type, `if(isFinite(${key}), ${key}, NULL)`);
  return type === "String" ? `nullIf(${key}, '\\xFF')` : `if(isFinite(${key}), ${key}, NULL)`;
}
