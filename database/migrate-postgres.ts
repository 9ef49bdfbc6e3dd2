import { Kysely, PostgresDialect, sql } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import { Pool } from "pg";
import type { SqlFile } from "./sql-files.ts";

/** Runs what has not run yet, all of it in one transaction, and answers the names. Then checks that no table forgot its lock. */
export async function migratePostgres(url: string, files: readonly SqlFile[]): Promise<readonly string[]> {
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool: new Pool({ connectionString: url, max: 2 }) }) });
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
