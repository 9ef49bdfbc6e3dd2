import { access, constants } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

/** The folder of downloaded servers, shared by all clones and instances of this user. */
export function cacheFolder(): string {
  return join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "airlock");
}

export function binFolder(): string {
  return join(cacheFolder(), "bin");
}

export async function exists(path: string, mode = constants.F_OK): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}

/** The first executable of that name on the PATH or in `more`. */
export async function findExecutable(name: string, more: readonly string[] = []): Promise<string | undefined> {
  for (const folder of [...more, ...(process.env["PATH"] ?? "").split(delimiter)]) {
    const path = join(folder, name);
    if (folder !== "" && (await exists(path, constants.X_OK))) return path;
  }
  return undefined;
}
