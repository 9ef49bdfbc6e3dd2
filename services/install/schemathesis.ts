import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { withLock } from "../lock.ts";
import { installPackages } from "./apt.ts";
import { cacheFolder, exists } from "./cache.ts";
import { hasVenv } from "./bigquery.ts";
import { runInstaller } from "./run.ts";

const version = "4.32.5";

function folder(): string {
  return join(cacheFolder(), `schemathesis-${version}`);
}

/** The command that tests an api by its OpenAPI document. */
export function schemathesisBinary(): string {
  return join(folder(), "venv/bin/schemathesis");
}

/** Schemathesis in a Python environment of its own. */
export async function installSchemathesis(): Promise<void> {
  // Written last: an environment cannot be moved once created, so this marks it as complete.
  const done = join(folder(), "complete");
  if (await exists(done)) return;
  await installPackages(["python3", "python3-venv"], hasVenv);
  await withLock(join(cacheFolder(), "schemathesis.lock"), async () => {
    if (await exists(done)) return;
    await rm(folder(), { recursive: true, force: true });
    await mkdir(folder(), { recursive: true });
    await runInstaller("schemathesis", "python3", ["-m", "venv", join(folder(), "venv")]);
    const python = join(folder(), "venv/bin/python");
    await runInstaller("schemathesis", python, ["-m", "pip", "install", "--quiet", `schemathesis==${version}`]);
    await rename(await mkdtemp(join(folder(), "complete-")), done);
  });
}
