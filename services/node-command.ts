import { join } from "node:path";
import { projectRoot } from "./instance.ts";
import type { Command } from "./processes.ts";

/** A TypeScript file of this project, run by the Node that runs us. */
export function nodeCommand(file: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Command {
  return {
    file: process.execPath,
    args: ["--disable-warning=ExperimentalWarning", join(projectRoot, file), ...args],
    env,
    cwd: projectRoot,
  };
}
