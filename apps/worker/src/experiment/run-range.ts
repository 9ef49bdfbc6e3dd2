import type { SqlQuery, SqlRange } from "@airlock/engine/sql";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { carriedSql, onCluster, type CarriedColumn } from "@airlock/backend/datasets";

export interface RangeParts {
  /** With a long statement timeout. */
  readonly clickhouse: ClickHouse;
  /** Name of a ClickHouse cluster; empty for one server. */
  readonly cluster: string;
}

/** Columns of the source rows to store with the flow's results. */
export interface Carried {
  readonly table: string;
  readonly range: SqlRange;
  readonly columns: readonly CarriedColumn[];
}

/** Writes the flow's results for a range into a table of this worker, replacing its content. */
export async function fillPart({ clickhouse, cluster }: RangeParts, part: string, query: SqlQuery, carried?: Carried): Promise<void> {
  await clickhouse.command(`TRUNCATE TABLE ${part}${onCluster(cluster)} SYNC`);
  await dropStages({ clickhouse, cluster }, query);
  for (const { create } of query.stages) await runWith(clickhouse, create, query.settings);
  const columns = ["row", ...query.layout.columns.slice(1)];
  if (carried === undefined || carried.columns.length === 0) {
    await runWith(clickhouse, `INSERT INTO ${part} (${columns.join(", ")}) ${query.sql}`, query.settings);
  } else {
    const stored = carried.columns.map((one) => one.stored);
    const flow = query.layout.columns.map((name) => `flow.${name}`);
    const sql = `INSERT INTO ${part} (${[...columns, ...stored].join(", ")})
      SELECT ${[...flow, ...stored.map((name) => `own.${name}`)].join(", ")}
      FROM (${query.sql}) AS flow LEFT JOIN (${carriedRows(carried)}) AS own ON flow.k = own.row`;
    await runWith(clickhouse, sql, { ...query.settings, ...carriedSettings(query) });
  }
  await dropStages({ clickhouse, cluster }, query);
}

/** The rows of the range with the carried columns only. */
export function carriedRows({ table, range: { from, to }, columns }: Carried): string {
  return `SELECT row, ${columns.map(carriedSql).join(", ")} FROM ${table} WHERE row >= ${Math.trunc(from)} AND row < ${Math.trunc(to)}`;
}

/** Both sides are sorted by row, so a merge join needs no hash table in memory. */
function carriedSettings({ settings }: SqlQuery): SqlQuery["settings"] {
  return { join_algorithm: "full_sorting_merge", max_query_size: Number(settings["max_query_size"]) + 100_000 };
}

export async function dropStages({ clickhouse }: RangeParts, { stages }: SqlQuery): Promise<void> {
  for (const { drop } of stages.toReversed()) await clickhouse.command(drop);
}

/** Replaces a partition atomically: if a worker dies or two run the same range, each row is still stored once. */
export async function placePart({ clickhouse }: RangeParts, table: string, part: string, partition: number): Promise<void> {
  await clickhouse.command(`ALTER TABLE ${table} REPLACE PARTITION ID '${partition}' FROM ${part}`);
}

export async function countRows({ clickhouse }: RangeParts, table: string): Promise<number> {
  const [counted] = await clickhouse.query<{ readonly count: number }>(`SELECT count() AS count FROM ${table}`);
  return counted?.count ?? 0;
}

export async function dropTable({ clickhouse, cluster }: RangeParts, table: string): Promise<void> {
  await clickhouse.command(`DROP TABLE IF EXISTS ${table}${onCluster(cluster)} SYNC`);
}

/** The number of rows to run and the number of the last row; all rows without a limit. */
export async function extentOf(
  { clickhouse }: RangeParts,
  table: string,
  limit?: number,
): Promise<{ readonly total: number; readonly last: number }> {
  const from = limit === undefined ? table : `(SELECT row FROM ${table} ORDER BY row LIMIT ${limit})`;
  const [found] = await clickhouse.query<{ readonly total: number; readonly last: number }>(
    `SELECT count() AS total, max(row) AS last FROM ${from}`,
  );
  return found ?? { total: 0, last: 0 };
}

async function runWith(clickhouse: ClickHouse, sql: string, settings: SqlQuery["settings"]): Promise<void> {
  // Insert with as many threads as compute the rows.
  await clickhouse.client.command({ query: sql, clickhouse_settings: { ...settings, max_insert_threads: "4" } });
}
