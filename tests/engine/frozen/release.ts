import { readFile, writeFile } from "node:fs/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import type { KnownValue, Outcome } from "@airlock/engine";
import type { Definition } from "@airlock/flow";

/** A version as a release froze it, with its decisions: later releases must decide the same, bit for bit. */
export interface FrozenVersion {
  readonly name: string;
  readonly behaviour: number;
  readonly definition: Definition;
  readonly executions: readonly FrozenExecution[];
}

export interface FrozenExecution {
  readonly input: Readonly<Record<string, unknown>>;
  /** The execution record as that release wrote it into the log. */
  readonly record: string;
  readonly outcome: FrozenOutcome;
  readonly links: readonly string[];
}

export interface FrozenOutcome extends Omit<Outcome, "runtimeData"> {
  /** As pairs: a field may be named `__proto__`. */
  readonly runtimeData: readonly (readonly [string, KnownValue])[];
}

function fileOf(release: string): URL {
  return new URL(`${release}.ndjson.gz`, import.meta.url);
}

export async function readRelease(release: string): Promise<readonly FrozenVersion[]> {
  const text = gunzipSync(await readFile(fileOf(release))).toString();
  // Written by `writeRelease`; `JSON.parse` keeps a key `__proto__` as a plain property.
  return text.split("\n").map((line) => JSON.parse(line) as FrozenVersion);
}

/** Refuses to overwrite: the decisions of a release never change. */
export async function writeRelease(release: string, versions: readonly FrozenVersion[]): Promise<void> {
  await writeFile(fileOf(release), gzipSync(versions.map((version) => JSON.stringify(version)).join("\n"), { level: 9 }), { flag: "wx" });
}

export function frozenOutcome({ status, runtimeData, reasonCodes, error }: Outcome): FrozenOutcome {
  return { status, runtimeData: Object.entries(runtimeData), reasonCodes, error };
}
