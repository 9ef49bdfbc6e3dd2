import { join } from "node:path";
import { withLock } from "../lock.ts";
import { cacheFolder, findExecutable } from "./cache.ts";
import { runInstaller } from "./run.ts";

/** Installs Debian packages unless `isPresent` returns true. */
export async function installPackages(packages: readonly string[], isPresent: () => Promise<boolean>): Promise<void> {
  if (await isPresent()) return;
  await withLock(join(cacheFolder(), "apt.lock"), async () => {
    if (await isPresent()) return;
    const manual = `Install ${packages.join(", ")} with your system's package manager and try again.`;
    if ((await findExecutable("apt-get")) === undefined) throw new Error(manual);
    const sudo = process.getuid?.() === 0 ? undefined : await findExecutable("sudo");
    if (process.getuid?.() !== 0 && sudo === undefined) throw new Error(manual);
    const [file, first] = sudo === undefined ? ["apt-get", []] : [sudo, ["-n", "apt-get"]];
    const options = { env: { DEBIAN_FRONTEND: "noninteractive" } };
    await runInstaller(packages.join(", "), file, [...first, "update", "-qq"], options);
    await runInstaller(packages.join(", "), file, [...first, "install", "-y", "-qq", "--no-install-recommends", ...packages], options);
    if (!(await isPresent()))
      throw new Error(`apt-get installed ${packages.join(", ")}, yet what they should bring is not there. ${manual}`);
  });
}
