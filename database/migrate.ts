/**
 * Migrates Postgres, ClickHouse and the streams of JetStream to the current schema: `node --env-file=... database/migrate.ts`. Idempotent, and safe
 * to run concurrently: processes queue on an advisory lock in Postgres, which also protects ClickHouse, the job tables and the streams.
 */
import { join } from "node:path";
import { clickhouseAccessOf, clickhouseSettings, createLog, natsSettings, postgresTlsOf, readConfig } from "@airlock/platform";
import { installJobs } from "@airlock/platform/jobs";
import { Client } from "pg";
import { migrateClickHouse } from "./migrate-clickhouse.ts";
import { migratePostgres } from "./migrate-postgres.ts";
import { migrateStreams } from "./migrate-streams.ts";
import { ownerConnection, ownerSettings } from "./owner-connection.ts";
import { sqlFiles } from "./sql-files.ts";

const config = readConfig([
  ...ownerSettings,
  ...clickhouseSettings,
  "AIRLOCK_CLICKHOUSE_CLUSTER",
  ...natsSettings,
  "AIRLOCK_NATS_REPLICAS",
  "AIRLOCK_NATS_STORE_BYTES",
  "AIRLOCK_LOG_LEVEL",
]);
const log = createLog({ name: "migrate", level: config.AIRLOCK_LOG_LEVEL });
const url = config.AIRLOCK_POSTGRES_MIGRATION_URL;
const tls = postgresTlsOf(config);

const lock = new Client({ ...ownerConnection(config), application_name: "airlock migrations" });
await lock.connect();
try {
  await lock.query("select pg_advisory_lock(hashtext('airlock.migrate'))");
  const postgres = await migratePostgres(url, await sqlFiles(join(import.meta.dirname, "postgres")), {
    tls,
    onLocked: (attempt) => log.warn({ attempt }, "a migration waits for a lock and is tried again"),
  });
  await installJobs({ url, tls, role: "airlock_app", log });
  const clickhouse = await migrateClickHouse(
    { ...clickhouseAccessOf(config), cluster: config.AIRLOCK_CLICKHOUSE_CLUSTER },
    await sqlFiles(join(import.meta.dirname, "clickhouse")),
  );
  await migrateStreams(config, log);
  log.info({ postgres, clickhouse }, "migrated");
} finally {
  // Ending the session releases the lock.
  await lock.end();
}
