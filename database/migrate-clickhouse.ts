import type { ClickHouseAccess } from "@airlock/platform";
import { createClickHouse } from "@airlock/platform/clickhouse";
import { statements, type SqlFile } from "./sql-files.ts";

/** What every migration needs first. Like the statements of the files, they are written for a single server and for a cluster. */
export const firstStatements = {
  database: "CREATE DATABASE IF NOT EXISTS {database:Identifier} /*ON CLUSTER*/",
  migrations:
    "CREATE TABLE IF NOT EXISTS migrations /*ON CLUSTER*/ (name String, applied DateTime64(3, 'UTC') DEFAULT now64(3)) ENGINE = /*Replicated*/ReplacingMergeTree ORDER BY name",
} as const;

/**
 * ClickHouse has no transactions, so a file may run again after a failure in the middle: its statements use IF NOT EXISTS. The caller holds the lock
 * that serialises runs.
 */
export async function migrateClickHouse(
  options: ClickHouseAccess & { readonly cluster?: string },
  files: readonly SqlFile[],
): Promise<readonly string[]> {
  const server = createClickHouse({ ...options, database: "default", name: "airlock migrations" });
  try {
    await server.command(onCluster(firstStatements.database, options.cluster), { database: options.database });
  } finally {
    await server.close();
  }
  const clickhouse = createClickHouse({ ...options, name: "airlock migrations" });
  try {
    await clickhouse.command(onCluster(firstStatements.migrations, options.cluster));
    const applied = new Set((await clickhouse.query<{ readonly name: string }>("SELECT name FROM migrations")).map((row) => row.name));
    const due = files.filter((file) => !applied.has(file.name));
    for (const file of due) {
      for (const statement of statements(file.text)) await clickhouse.command(onCluster(statement, options.cluster));
      await clickhouse.command("INSERT INTO migrations (name) VALUES ({name:String})", { name: file.name });
    }
    return due.map((file) => file.name);
  } finally {
    await clickhouse.close();
  }
}

/** One schema for both: on a single server the two markers are comments, on a cluster they are replaced by what makes a table replicated. */
export function onCluster(statement: string, cluster = ""): string {
  if (cluster === "") return statement;
  if (!/^[\w{}-]+$/.test(cluster)) throw new Error(`"${cluster}" cannot name a ClickHouse cluster.`);
  return statement.replaceAll("/*ON CLUSTER*/", `ON CLUSTER '${cluster}'`).replaceAll("/*Replicated*/", "Replicated");
}
