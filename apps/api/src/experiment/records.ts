import type { FieldProblem, RecordsAnswer, RecordsQuestion, ResultRow } from "@airlock/contract";
import type { KnownValue } from "@airlock/engine";
import { decodeRow, shownValue, type DecodedRow, type SqlLayout } from "@airlock/engine/sql";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { carriedName, experimentTable } from "@airlock/backend/datasets";
import { carriedData } from "./carried-data.ts";
import { whereOf, type Where } from "./filters.ts";
import { carriedFields, resultColumns } from "./result-columns.ts";
import type { ResultTable } from "./result-store.ts";

/** A decoded row of a result's table. */
export interface ReadRecord {
  readonly decoded: DecodedRow;
  readonly shown: ResultRow;
  /** By column name. */
  readonly carried: Readonly<Record<string, string | number>>;
}

/** Rows ordered by number, after `after`. */
export async function readRecords(
  clickhouse: ClickHouse,
  resultId: string,
  { layout, fields }: Pick<ResultTable, "layout" | "fields">,
  page: { readonly where?: Where; readonly after?: number; readonly limit: number },
): Promise<readonly ReadRecord[]> {
  const { where = { sql: "1", parameters: {} }, after = 0, limit } = page;
  const names = carriedFields(fields).map(({ name }) => name.slice("carried.".length));
  const columns = [
    ...layout.columns.slice(1).map((name) => (isText(layout, name) ? `nullIf(${name}, '\\xFF')` : name)),
    ...names.map((_, index) => carriedName(index)),
  ];
  const result = await clickhouse.client.query({
    query: `SELECT row, ${columns.join(", ")} FROM ${experimentTable(resultId)} WHERE row > {after:UInt64} AND ${where.sql} ORDER BY row LIMIT {limit:UInt64}`,
    query_params: { ...where.parameters, after, limit },
    format: "JSONCompactEachRow",
  });
  const rows = await result.json<readonly unknown[]>();
  return rows.map((cells) => {
    const row = cells.slice(0, layout.columns.length);
    const decoded = decodeRow(layout, row);
    const carried = carriedData(names, cells.slice(row.length));
    const shown = Object.fromEntries(Object.entries(carried).map(([name, value]) => [`carried.${name}`, value]));
    return { decoded, shown: { ...shown, ...shownRow(layout, row, decoded) }, carried };
  });
}

function isText({ application }: SqlLayout, column: string): boolean {
  return /^a\d+$/.test(column) && application[Number(column.slice(1))]?.type === "String";
}

function shownRow(layout: SqlLayout, row: readonly unknown[], decoded: DecodedRow): ResultRow {
  const shown: Record<string, KnownValue> = {};
  // The values of a refused row are shown as well, because they are the reason.
  for (const [at, { name, type }] of layout.application.entries()) {
    const value = row[row.length - layout.application.length + at];
    if (typeof value === "string" || typeof value === "number") shown[`application.${name}`] = shownValue(type, value);
  }
  if (decoded.ok) for (const [name, value] of Object.entries(decoded.outcome.runtimeData)) shown[`runtime.${name}`] = value;
  return {
    ...shown,
    row: Number(row[0]),
    outcome: decoded.ok ? decoded.outcome.status : "refused",
    reasonCodes: decoded.ok ? [...decoded.outcome.reasonCodes] : [],
  };
}

export async function findRecords(
  clickhouse: ClickHouse,
  resultId: string,
  { layout, fields }: ResultTable,
  { filters, limit, after }: RecordsQuestion,
): Promise<RecordsAnswer | readonly FieldProblem[]> {
  const where = whereOf(filters, layout, resultColumns(layout, fields));
  if (!("sql" in where)) return where;
  const found = await readRecords(clickhouse, resultId, { layout, fields }, { where, after, limit: limit + 1 });
  const [counted] = await clickhouse.query<{ readonly total: number }>(
    `SELECT count() AS total FROM ${experimentTable(resultId)} WHERE ${where.sql}`,
    where.parameters,
  );
  const records = found.slice(0, limit).map(({ shown }) => shown);
  return { records, total: counted?.total ?? 0, next: found.length > limit ? (records.at(-1)?.row ?? null) : null };
}
