import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { withLock } from "../lock.ts";
import { installPackages } from "./apt.ts";
import { cacheFolder, exists, findExecutable } from "./cache.ts";
import { runInstaller } from "./run.ts";

const version = "1.4.0";
const packages = [`bqemulator==${version}`, "duckdb==1.5.5", "duckdb-extension-spatial==1.5.5", "duckdb-extensions", "numpy"];

export interface BigQueryInstall {
  readonly python: string;
  /** Replaces the home directory, where DuckDB looks for its extensions. */
  readonly home: string;
}

export function bigqueryInstall(): BigQueryInstall {
  const folder = join(cacheFolder(), `bqemulator-${version}`);
  return { python: join(folder, "venv/bin/python"), home: join(folder, "home") };
}

/** The BigQuery emulator in a Python environment of its own. */
export async function installBigQuery(): Promise<void> {
  const target = join(cacheFolder(), `bqemulator-${version}`);
  // Written last: an environment cannot be moved once created, so this marks it as complete.
  const done = join(target, "complete");
  if (await exists(done)) return;
  await installPackages(["python3", "python3-venv"], hasVenv);
  await withLock(join(cacheFolder(), "bqemulator.lock"), async () => {
    if (await exists(done)) return;
    await rm(target, { recursive: true, force: true });
    const { home, python } = bigqueryInstall();
    await mkdir(home, { recursive: true });
    await runInstaller("bqemulator", "python3", ["-m", "venv", join(target, "venv")]);
    await runInstaller("bqemulator", python, ["-m", "pip", "install", "--quiet", ...packages]);
    // Unpacks the extension that DuckDB would otherwise download when it starts.
    const unpack = 'from duckdb_extensions import import_extension; import_extension("spatial")';
    await runInstaller("bqemulator", python, ["-c", unpack], { env: { HOME: home } });
    await rename(await mkdtemp(join(target, "complete-")), done);
  });
}

export async function hasVenv(): Promise<boolean> {
  if ((await findExecutable("python3")) === undefined) return false;
  return runInstaller("python3-venv", "python3", ["-c", "import ensurepip, venv"]).then(
    () => true,
    () => false,
  );
}
