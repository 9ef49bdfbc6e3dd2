import { installPackages } from "./apt.ts";
import { findExecutable } from "./cache.ts";

/** Builds images without a daemon, on a Debian base. */
export async function installBuildah(): Promise<void> {
  await installPackages(["buildah", "debootstrap"], async () => {
    const found = await Promise.all(["buildah", "debootstrap"].map((name) => findExecutable(name, ["/usr/sbin"])));
    return found.every((path) => path !== undefined);
  });
}
