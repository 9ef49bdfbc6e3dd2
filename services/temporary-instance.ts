import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { claimFreeBase } from "./free-port.ts";
import type { Instance } from "./instance.ts";
import { startParts, stopParts } from "./lifecycle.ts";
import type { PartName } from "./part.ts";
import { makeCluster } from "./parts/nats.ts";

export interface TemporaryInstance extends AsyncDisposable {
  readonly instance: Instance;
  /** Stops the parts and deletes their data. */
  stop(): Promise<void>;
}

/** Parts on free ports and in a temporary folder: for tests that need an instance of their own. */
export async function startTemporaryInstance(names: readonly PartName[]): Promise<TemporaryInstance> {
  const folder = await mkdtemp(join(tmpdir(), "airlock-test-"));
  // PostgreSQL's own user must be able to traverse it.
  await chmod(folder, 0o755);
  // Who uses it signs in once, and may take longer than a token usually lives.
  process.env["AIRLOCK_IDP_ACCESS_TOKEN_SECONDS"] ??= "3600";
  const claimed = await claimFreeBase();
  const instance = { name: "test", base: claimed.base, folder };
  if (names.includes("nats2")) await makeCluster(instance);
  const stop = async () => {
    await stopParts(instance, names);
    await rm(folder, { recursive: true, force: true });
    await claimed.release();
  };
  try {
    await startParts(instance, names);
  } catch (error) {
    await stop();
    throw error;
  }
  return { instance, stop, [Symbol.asyncDispose]: stop };
}
