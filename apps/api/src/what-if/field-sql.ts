import type { SqlLayout } from "@airlock/engine/sql";

/** Inputs are the same before and after, and are not columns of the changed flow's rows: they are passed as part of the key. */
export function isInput(field: string): boolean {
  return field.startsWith("application.");
}

/** The column of a field that is named as in results: `runtime.total`. */
export function fieldSql({ application, runtime }: SqlLayout, field: string): string {
  const name = field.replace(/^(application|runtime)\./, "");
  const at = (isInput(field) ? application : runtime).findIndex((one) => one.name === name);
  return at === -1 ? "CAST(NULL, 'Nullable(Float64)')" : `${isInput(field) ? "a" : "r"}${at}`;
}
