import { installPackages } from "./apt.ts";
import { findExecutable } from "./cache.ts";

/** Prometheus with `promtool`, installed if there is none. Debian's service of that name is not changed: tests start their own. */
export async function installPrometheus(): Promise<void> {
  await installPackages(["prometheus"], async () => {
    const found = await Promise.all(["prometheus", "promtool"].map((name) => findExecutable(name)));
    return found.every((path) => path !== undefined);
  });
}
