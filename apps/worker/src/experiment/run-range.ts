import type { SqlQuery } from "@airlock/engine/sql";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { onCluster } from "@airlock/platform/dataset-tables";

export interface RangeParts {
  /** One that waits for long statements. */
  readonly clickhouse: ClickHouse;
  /** Name of a ClickHouse cluster; empty for one server. */
  readonly cluster: string;
}

/** Writes what the flow comes to over a range into a table that only this worker knows, in place of what was in it. */
export async function fillPart({ clickhouse, cluster }: RangeParts, part: string, query: SqlQuery): Promise<void> {
  await clickhouse.command(`TRUNCATE TABLE ${part}${onCluster(cluster)} SYNC`);
  await dropStages({ clickhouse, cluster }, query);
  for (const { create } of query.stages) await runWith(clickhouse, create, query.settings);
  const columns = ["row", ...query.layout.columns.slice(1)];
  await runWith(clickhouse, `INSERT INTO ${part} (${columns.join(", ")}) ${query.sql}`, query.settings);
  await dropStages({ clickhouse, cluster }, query);
}

export async function dropStages({ clickhouse }: RangeParts, { stages }: SqlQuery): Promise<void> {
  for (const { drop } of stages.toReversed()) await clickhouse.command(drop);
}

/** Puts a range in its place whole, as a partition: whatever dies, and whoever runs it twice, each row is there once. */
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

/** How many rows there are to run, and the number of the last of them; all of them without a limit. */
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
  // Rows are written by as many threads as they are worked out.
  await clickhouse.client.command({ query: sql, clickhouse_settings: { ...settings, max_insert_threads: "4" } });
}

const lookMillis = 500;

/** Looks whether anybody still wants it, while a range runs; what nobody wants is ended inside ClickHouse too, by a name in its text. */
export function endUnwanted(
  { clickhouse, cluster }: RangeParts,
  name: string,
  isWanted: () => Promise<boolean>,
  failed: (error: unknown) => void,
): () => void {
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void (async () => {
      if (await isWanted()) return;
      await clickhouse.command(
        `KILL QUERY${onCluster(cluster)} WHERE position(query, '${name}') > 0 AND query NOT LIKE '%system.%' AND query NOT LIKE 'KILL%' ASYNC`,
      );
    })()
      .catch(failed)
      .finally(() => {
        isLooking = false;
      });
  }, lookMillis);
  return () => clearInterval(timer);
}
