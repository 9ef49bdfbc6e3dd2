import { globSync } from "node:fs";
import { bucketSettings, clickhouseSettings, natsSettings, postgresTlsSettings, readConfig, type SettingName } from "@airlock/platform";
import { cell, table } from "../markdown.ts";
import { readSource, repository } from "../repository.ts";

export interface Setting {
  readonly name: SettingName;
  readonly meaning: string;
  /** Undefined if it is required. */
  readonly initial?: string;
  readonly processes: readonly string[];
}

const processes = {
  api: "apps/api/src",
  runtime: "apps/runtime/src",
  worker: "apps/worker/src",
  migrations: "database",
} as const;

/** Lists of settings that processes share. */
const spreads: Readonly<Record<string, readonly string[]>> = {
  natsSettings,
  bucketSettings,
  clickhouseSettings,
  postgresTlsSettings,
  ownerSettings: ["AIRLOCK_POSTGRES_MIGRATION_URL", ...postgresTlsSettings],
};

export function readSettings(): readonly Setting[] {
  const source = readSource("packages/platform/src/process/config.ts");
  const readers = Object.entries(processes).map(([process, folder]) => ({ process, reads: settingsReadIn(folder) }));
  return [...source.matchAll(/(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?^ {2}(AIRLOCK_\w+): z/gm)].map(([, comment = "", name = ""]) => {
    const setting = name as SettingName; // Found in the table of settings.
    const initial = initialOf(setting);
    return {
      name: setting,
      meaning: comment.replaceAll(/\s*\n\s*\*?\s*/g, " ").trim(),
      ...(initial === undefined ? {} : { initial }),
      processes: readers.filter(({ reads }) => reads.has(setting)).map(({ process }) => process),
    };
  });
}

export function settingsPage(): string {
  const rows = readSettings().map(({ name, meaning, initial, processes: readers }) => [
    `\`${name}\``,
    readers.join(", "),
    initial === undefined ? "required" : initial === "" ? "empty" : `\`${initial}\``,
    cell(meaning),
  ]);
  return `# Settings

Every process reads its settings from the environment when it starts, and ends with their names if one is missing or not valid.

${table(["Setting", "Processes", "Default", "Meaning"], rows)}
`;
}

function initialOf(name: SettingName): string | undefined {
  try {
    const value: unknown = readConfig([name], {})[name];
    return typeof value === "string" ? value : Array.isArray(value) ? value.join(",") : JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function settingsReadIn(folder: string): ReadonlySet<string> {
  const texts = globSync(`${folder}/*.ts`, { cwd: repository }).map(readSource);
  const names = texts.flatMap((text) => [...text.matchAll(/"(AIRLOCK_\w+)"/g)].map(([, name = ""]) => name));
  const spread = Object.entries(spreads).flatMap(([list, own]) => (texts.some((text) => text.includes(`...${list}`)) ? own : []));
  return new Set([...names, ...spread]);
}
