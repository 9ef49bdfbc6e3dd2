/**
 * Brings both stores to the present schema: `node --env-file=... database/migrate.ts`. May be run any number of times, and by any
 * number of processes at once: they queue on an advisory lock in Postgres, which guards ClickHouse and the job tables too.
 */
import { join } from "node:path";
import { createLog, readConfig } from "@airlock/platform";
import { installJobs } from "@airlock/platform/jobs";
import { Client } from "pg";
import { migrateClickHouse } from "./migrate-clickhouse.ts";
import { migratePostgres } from "./migrate-postgres.ts";
import { sqlFiles } from "./sql-files.ts";

const config = readConfig([
  "AIRLOCK_POSTGRES_MIGRATION_URL",
  "AIRLOCK_CLICKHOUSE_URL",
  "AIRLOCK_CLICKHOUSE_DATABASE",
  "AIRLOCK_CLICKHOUSE_CLUSTER",
  "AIRLOCK_LOG_LEVEL",
]);
const log = createLog({ name: "migrate", level: config.AIRLOCK_LOG_LEVEL });
const url = config.AIRLOCK_POSTGRES_MIGRATION_URL;

const lock = new Client({ connectionString: url, application_name: "airlock migrations" });
await lock.connect();
try {
  await lock.query("select pg_advisory_lock(hashtext('airlock.migrate'))");
  const postgres = await migratePostgres(url, await sqlFiles(join(import.meta.dirname, "postgres")));
  await installJobs({ url, role: "airlock_app", log });
  const clickhouse = await migrateClickHouse(
    { url: config.AIRLOCK_CLICKHOUSE_URL, database: config.AIRLOCK_CLICKHOUSE_DATABASE, cluster: config.AIRLOCK_CLICKHOUSE_CLUSTER },
    await sqlFiles(join(import.meta.dirname, "clickhouse")),
  );
  log.info({ postgres, clickhouse }, "migrated");
} finally {
  // Ending the session gives the lock back.
  await lock.end();
}
