import { installPackages } from "./apt.ts";
import { findExecutable } from "./cache.ts";

/** The edge's server, installed if there is none. */
export async function installNginx(): Promise<void> {
  await installPackages(["nginx-light"], async () => (await findNginx()) !== undefined);
}

/** Debian installs it outside the PATH of ordinary users. */
export function findNginx(): Promise<string | undefined> {
  return findExecutable("nginx", ["/usr/sbin", "/usr/local/sbin"]);
}
