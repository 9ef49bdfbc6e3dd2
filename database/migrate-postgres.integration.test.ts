import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { migratePostgres } from "./migrate-postgres.ts";
import { sqlFiles } from "./sql-files.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Set by the integration project's global setup. */
    readonly environment: Record<string, string>;
  }
}

const url = () => inject("environment")["AIRLOCK_POSTGRES_MIGRATION_URL"] ?? "";
const name = "999-needs-a-lock";
let holder: Client;

/** Simulates a long transaction of the product. */
beforeEach(async () => {
  holder = new Client({ connectionString: url() });
  await holder.connect();
  await holder.query("begin");
  await holder.query("lock table users in access share mode");
});
afterEach(async () => {
  await holder.query("rollback");
  await holder.query("delete from airlock_migrations.kysely_migration where name = $1", [name]);
  await holder.query("drop table if exists half_a_migration");
  await holder.end();
});

const files = async () => {
  const text = "create table half_a_migration (id text); lock table users in access exclusive mode; drop table half_a_migration";
  return [...(await sqlFiles(join(import.meta.dirname, "postgres"))), { name, text }];
};

test("a migration that gets no lock fails and leaves nothing behind", { timeout: 120_000 }, async () => {
  const migration = migratePostgres(url(), await files(), { lockTimeoutMillis: 50, tries: 2, pauseMillis: 0 });
  await expect(migration).rejects.toThrow(`${name}.sql: canceling statement due to lock timeout`);
  const { rows } = await holder.query<{ half: string | null }>("select to_regclass('half_a_migration')::text as half");
  expect(rows).toEqual([{ half: null }]);
});

test("it is retried, and runs once the lock is released", { timeout: 120_000 }, async () => {
  const waited: number[] = [];
  const onLocked = async (attempt: number) => {
    waited.push(attempt);
    await holder.query("rollback");
  };
  expect(await migratePostgres(url(), await files(), { lockTimeoutMillis: 50, pauseMillis: 0, onLocked })).toEqual([name]);
  expect(waited).toEqual([1]);
});
