import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { withLock } from "../lock.ts";
import { installPackages } from "./apt.ts";
import { hasVenv } from "./bigquery.ts";
import { cacheFolder, exists } from "./cache.ts";
import { runInstaller } from "./run.ts";

const version = "1.37.0";

/** The command that validates manifests against the schemas of Kubernetes, which it includes; in a Python environment of its own. */
export async function installKubernetesValidate(): Promise<string> {
  const folder = join(cacheFolder(), `kubernetes-validate-${version}`);
  const binary = join(folder, "venv/bin/kubernetes-validate");
  // Written last: an environment cannot be moved once created, so this marks it as complete.
  const done = join(folder, "complete");
  if (await exists(done)) return binary;
  await installPackages(["python3", "python3-venv"], hasVenv);
  return withLock(join(cacheFolder(), "kubernetes-validate.lock"), async () => {
    if (await exists(done)) return binary;
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await runInstaller("kubernetes-validate", "python3", ["-m", "venv", join(folder, "venv")]);
    const python = join(folder, "venv/bin/python");
    await runInstaller("kubernetes-validate", python, ["-m", "pip", "install", "--quiet", `kubernetes-validate==${version}`]);
    await rename(await mkdtemp(join(folder, "complete-")), done);
    return binary;
  });
}
