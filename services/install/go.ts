import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { withLock } from "../lock.ts";
import { binFolder, cacheFolder, exists, findExecutable } from "./cache.ts";
import { runInstaller } from "./run.ts";

/** Enough for every server on a machine that is several times slower than usual. */
const lockSeconds = 3600;

/**
 * Builds a Go server once for this user, with its version in the name so that a new version is a new file. One build at a time: concurrent ones would
 * each compile the standard library, which takes 45 s of processor time, before Go's cache has it.
 */
export async function installGo(module: string, version: string, binary: string): Promise<string> {
  const path = goBinary(binary, version);
  if (await exists(path)) return path;
  const build = async (): Promise<string> => {
    if (await exists(path)) return path;
    const go = await findExecutable("go", ["/usr/local/go/bin"]);
    if (go === undefined) throw new Error(`Go is missing: install it (https://go.dev/doc/install) to build ${binary} ${version}.`);
    await mkdir(binFolder(), { recursive: true });
    // Built in a temporary folder and renamed, so that no process ever runs an incomplete binary.
    const temporary = await mkdtemp(join(cacheFolder(), `${binary}-`));
    try {
      await runInstaller(`${binary} ${version}`, go, ["install", "-ldflags=-s -w", `${module}@${version}`], {
        env: { GOBIN: temporary, GOFLAGS: "-trimpath" },
      });
      await rename(join(temporary, binary), path);
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
    return path;
  };
  return withLock(join(cacheFolder(), "go.lock"), build, lockSeconds);
}

export function goBinary(binary: string, version: string): string {
  return join(binFolder(), `${binary}-${version}`);
}
