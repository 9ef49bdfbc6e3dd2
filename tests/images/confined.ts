import { join } from "node:path";
import type { Command } from "../../services/processes.ts";
import type { Unpacked } from "./build-image.ts";

export interface Container {
  readonly uid: string;
  /** Default: that of the image. */
  readonly command?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The folders that are in memory. */
  readonly memory: readonly string[];
  /** The folder of this machine that is the volume. */
  readonly data?: string;
  /** Further files and folders of this machine, by their paths in the container; read-only. */
  readonly mounts?: Readonly<Record<string, string>>;
  /** Its own process ids: the command is process 1, and nothing outlives it. */
  readonly isolated?: boolean;
}

/** The command of a container as a process of this machine, in the files of its image. */
export function confined(
  { root, settings }: Unpacked,
  { uid, command = [], env, memory, data = "-", mounts = {}, isolated = false }: Container,
): Command {
  const own = Object.fromEntries(settings.Env.map((entry) => [entry.slice(0, entry.indexOf("=")), entry.slice(entry.indexOf("=") + 1)]));
  const variables = Object.entries({ ...own, ...env }).map(([variable, value]) => `${variable}=${value}`);
  const started = command.length > 0 ? command : [...(settings.Entrypoint ?? []), ...(settings.Cmd ?? [])];
  const start = settings.WorkingDir === "" ? "/" : settings.WorkingDir;
  const binds = Object.entries(mounts).map(([path, source]) => `${source}:${path}`);
  const script = join(import.meta.dirname, "confined.sh");
  const spaces = isolated ? ["--mount", "--pid", "--fork", "--kill-child"] : ["--mount"];
  const positional = [root, uid, start, data, memory.join(","), binds.join(",")];
  return { file: "unshare", args: [...spaces, "sh", script, ...positional, ...variables, ...started] };
}
