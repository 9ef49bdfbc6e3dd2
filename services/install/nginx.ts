import { installPackages } from "./apt.ts";
import { findExecutable } from "./cache.ts";

/** The edge's server, installed when there is none. */
export async function installNginx(): Promise<void> {
  await installPackages(["nginx-light"], async () => (await findNginx()) !== undefined);
}

/** Debian keeps it where only root's PATH looks. */
export function findNginx(): Promise<string | undefined> {
  return findExecutable("nginx", ["/usr/sbin", "/usr/local/sbin"]);
}
