import type { Log } from "@airlock/platform";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { onCluster, experimentTable, experimentTableName } from "@airlock/backend/datasets";
import type { JobData } from "@airlock/platform/jobs";
import { experimentResultsKept } from "../across-organisations.ts";
import type { Postgres } from "@airlock/platform/postgres";

export interface RemoveParts {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly cluster: string;
  readonly log: Log;
}

/** Drops the tables of deleted results. Idempotent. */
export function createRemoveResults({ clickhouse, cluster }: RemoveParts): (data: JobData["experiment.remove"]) => Promise<void> {
  return async ({ resultIds }) => {
    for (const id of resultIds) await clickhouse.command(`DROP TABLE IF EXISTS ${experimentTable(id)}${onCluster(cluster)} SYNC`);
  };
}

type Tables = Pick<RemoveParts, "clickhouse" | "cluster">;

/** Drops intermediate tables that workers that died left for a completed result. */
export async function dropLeftovers(parts: Tables, resultId: string): Promise<void> {
  const tables = await tablesFrom(parts, `${experimentTable(resultId)}_`);
  for (const table of tables) await dropTable(parts, table);
}

/** Drops unneeded tables: of deleted, failed or cancelled results, and those that workers that died were writing. */
export async function sweepResults(parts: RemoveParts): Promise<void> {
  const tables = await tablesFrom(parts, "experiment_");
  const kept = await experimentResultsKept(parts.postgres, [...new Set(tables.map(({ id }) => id))]);
  const leases = new Map(kept.map(({ id, lease }) => [id, lease]));
  const unwanted = tables.filter(({ id, lease }) => !leases.has(id) || (lease !== "" && leases.get(id) !== lease));
  for (const table of unwanted) await dropTable(parts, table);
  if (unwanted.length > 0) parts.log.info({ tables: unwanted.length }, "unneeded tables of experiments were removed");
}

interface FoundTable {
  readonly name: string;
  readonly id: string;
  readonly lease: string;
  readonly kind: "VIEW" | "TABLE";
}

async function tablesFrom({ clickhouse }: Tables, prefix: string): Promise<readonly FoundTable[]> {
  const found = await clickhouse.query<{ readonly name: string; readonly engine: string }>(
    `SELECT name, engine FROM system.tables WHERE database = currentDatabase() AND startsWith(name, {prefix:String})`,
    { prefix },
  );
  return found.flatMap(({ name, engine }) => {
    const [, id = "", lease = ""] = experimentTableName.exec(name) ?? [];
    return id === "" ? [] : [{ name, id, lease, kind: engine === "View" ? "VIEW" : "TABLE" }];
  });
}

async function dropTable({ clickhouse, cluster }: Tables, { name, kind }: FoundTable): Promise<void> {
  await clickhouse.command(`DROP ${kind} IF EXISTS ${name}${onCluster(cluster)} SYNC`);
}
