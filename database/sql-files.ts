import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

export interface SqlFile {
  /** The file's name without `.sql`, which is stored in the migrations table. */
  readonly name: string;
  readonly text: string;
}

const named = /^\d{3}-[a-z0-9-]+\.sql$/;

/** The migrations of one store, in order. Throws for a name that would not sort, instead of skipping it. */
export async function sqlFiles(folder: string): Promise<readonly SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const odd = names.filter((name) => !named.test(name));
  if (odd.length > 0) throw new Error(`${folder}: a migration is named like 001-what-it-does.sql, not ${odd.join(", ")}.`);
  return Promise.all(
    names.map(async (name) => ({ name: name.slice(0, -".sql".length), text: await readFile(join(folder, name), "utf8") })),
  );
}

/** ClickHouse accepts one statement per request. A statement ends with a semicolon at the end of a line. */
export function statements(text: string): readonly string[] {
  return text
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement.split("\n").some((line) => line.trim() !== "" && !line.trim().startsWith("--")));
}
