import type { ComparisonFields, MappedField } from "@airlock/contract";
import { counted } from "../../ui/format/numbers.ts";

/** The data that two flows are run over: the executions of a number of days, or the rows of a datasource. */
export type Over = OverExecutions | OverDatasource;

interface OverExecutions {
  readonly days: number;
}

export interface OverDatasource {
  readonly datasource: { readonly id: string; readonly name: string; readonly recordCount: number | null };
  readonly records: "first" | "all";
  readonly fieldMapping: readonly MappedField[];
  /** Columns to show beside the rows. */
  readonly carry: readonly string[];
}

const dayMillis = 86_400_000;

/** The choice that a comparison was created with. */
export function overOf({
  start,
  end,
  datasource,
  records,
  fieldMapping,
  carry,
}: Pick<ComparisonFields, "start" | "end" | "datasource" | "records" | "fieldMapping" | "carry">): Over {
  if (datasource === null) return { days: Math.round((new Date(end ?? 0).getTime() - new Date(start ?? 0).getTime()) / dayMillis) };
  const { webSafeString, name, recordCount } = datasource;
  return {
    datasource: { id: webSafeString, name, recordCount },
    records,
    fieldMapping: fieldMapping.map(({ key, value, useDatasource }) => ({ key, value, useDatasource })),
    carry,
  };
}

/** As it is sent. */
export function overBody(over: Over, now: number) {
  if ("days" in over) {
    return { executions: { start: new Date(now - over.days * dayMillis).toISOString(), end: new Date(now).toISOString() } };
  }
  return { datasourceId: over.datasource.id, fieldMapping: over.fieldMapping, records: over.records, carry: over.carry };
}

export function overText(over: Over): string {
  if ("days" in over) return over.days === 1 ? "Executions, last day" : `Executions, last ${over.days} days`;
  const { name, recordCount } = over.datasource;
  if (over.records === "first") return `${name}, first 1,000 records`;
  return recordCount === null ? name : `${name}, ${counted(recordCount, "record")}`;
}
