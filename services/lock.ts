import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { until } from "./until.ts";

/**
 * Mutual exclusion across processes. The lock is an exclusive SQLite transaction: the operating system releases it when its holder dies, so that
 * there are no stale lock files.
 */
export async function withLock<T>(path: string, work: () => Promise<T>, seconds = 900): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    const held = await until(async () => tryLock(database), { seconds, everyMillis: 100 });
    if (!held) throw new Error(`Another process has held ${path} for ${seconds} s.`);
    return await work();
  } finally {
    database.close();
  }
}

function tryLock(database: DatabaseSync): boolean {
  try {
    database.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.includes("locked")) return false;
    throw error;
  }
}
