import { join } from "node:path";
import { cacheFolder } from "./install/cache.ts";
import { projectRoot } from "./instance.ts";
import type { Command } from "./processes.ts";

/**
 * A TypeScript file of this project, run by the same Node. Node caches compiled files: the worker's 600 take 1 s of processor time with the cache and
 * 2 s without.
 */
export function nodeCommand(file: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Command {
  const keep = ["--import", join(projectRoot, "services/keep-compiled.ts")];
  return {
    file: process.execPath,
    args: ["--disable-warning=ExperimentalWarning", ...keep, join(projectRoot, file), ...args],
    env: { NODE_COMPILE_CACHE: join(cacheFolder(), "compiled"), ...env },
    cwd: projectRoot,
  };
}
