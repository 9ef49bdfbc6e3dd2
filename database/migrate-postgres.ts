import { setTimeout } from "node:timers/promises";
import { postgresConnection, type PostgresConnection, type TlsFiles } from "@airlock/platform";
import { Kysely, PostgresDialect, sql } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import { Pool } from "pg";
import type { SqlFile } from "./sql-files.ts";

export interface MigrateOptions {
  readonly tls?: TlsFiles | undefined;
  /** How long one statement waits for a lock. While it waits, every request for that table queues behind it. */
  readonly lockTimeoutMillis?: number;
  readonly tries?: number;
  readonly pauseMillis?: number;
  /** Called before a retry. */
  readonly onLocked?: (attempt: number) => void | Promise<void>;
}

/**
 * Runs pending migrations in one transaction and returns their names: a failed migration leaves nothing behind. One that does not get a lock in time
 * is retried from the beginning. Then checks that every table has row-level security, and every security definer function a safe search path.
 */
export async function migratePostgres(url: string, files: readonly SqlFile[], options: MigrateOptions = {}): Promise<readonly string[]> {
  const { tls, lockTimeoutMillis = 5_000, tries = 24, pauseMillis = 5_000, onLocked } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrateOnce(postgresConnection(url, tls), files, lockTimeoutMillis);
    } catch (error) {
      if (attempt >= tries || !isLockTimeout(error)) throw error;
      await onLocked?.(attempt);
      await setTimeout(pauseMillis);
    }
  }
}

async function migrateOnce(
  connection: PostgresConnection,
  files: readonly SqlFile[],
  lockTimeoutMillis: number,
): Promise<readonly string[]> {
  const pool = new Pool({ ...connection, max: 2, options: `-c lock_timeout=${lockTimeoutMillis}` });
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({
      db,
      migrationTableSchema: "airlock_migrations",
      provider: { getMigrations: () => Promise.resolve(Object.fromEntries(files.map((file) => [file.name, migration(file)]))) },
    });
    const { error, results } = await migrator.migrateToLatest();
    if (error !== undefined) throw error;
    const unlocked = await sql<{ readonly name: string }>`select name from airlock.unlocked_tables`.execute(db);
    if (unlocked.rows.length > 0) {
      throw new Error(`Tables without row-level security: ${unlocked.rows.map((row) => row.name).join(", ")}.`);
    }
    const unsafe = await sql<{ readonly name: string }>`select name from airlock.unsafe_functions`.execute(db);
    if (unsafe.rows.length > 0) {
      throw new Error(
        `Security definer functions without "set search_path = pg_catalog, public, pg_temp": ${unsafe.rows.map((row) => row.name).join(", ")}.`,
      );
    }
    return (results ?? []).map((result) => result.migrationName);
  } finally {
    await db.destroy();
  }
}

function migration(file: SqlFile): Migration {
  return {
    up: async (db) => {
      try {
        await sql.raw(file.text).execute(db);
      } catch (error) {
        throw new Error(`database/postgres/${file.name}.sql: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      }
    },
  };
}

function isLockTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === "55P03") || isLockTimeout(error.cause);
}
