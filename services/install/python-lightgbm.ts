import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { withLock } from "../lock.ts";
import { installPackages } from "./apt.ts";
import { hasVenv } from "./bigquery.ts";
import { cacheFolder, exists } from "./cache.ts";
import { runInstaller } from "./run.ts";

/** The same version as the library that trains. */
const version = "4.7.0";

function folder(): string {
  return join(cacheFolder(), `lightgbm-python-${version}`);
}

/** A Python with the package, only for benches: the product needs none. */
export function lightgbmPython(): string {
  return join(folder(), "venv/bin/python");
}

export async function installLightgbmPython(): Promise<void> {
  // Written last: an environment cannot be moved once created, so this marks it as complete.
  const done = join(folder(), "complete");
  if (await exists(done)) return;
  await installPackages(["python3", "python3-venv", "libgomp1"], hasVenv);
  await withLock(join(cacheFolder(), "lightgbm-python.lock"), async () => {
    if (await exists(done)) return;
    await rm(folder(), { recursive: true, force: true });
    await mkdir(folder(), { recursive: true });
    await runInstaller("lightgbm-python", "python3", ["-m", "venv", join(folder(), "venv")]);
    await runInstaller("lightgbm-python", lightgbmPython(), ["-m", "pip", "install", "--quiet", `lightgbm==${version}`]);
    await rename(await mkdtemp(join(folder(), "complete-")), done);
  });
}
