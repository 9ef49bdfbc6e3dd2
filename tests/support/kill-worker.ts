import { Client } from "pg";
import type { Instance } from "../../services/instance.ts";
import { kill } from "../../services/stack.ts";

/** Kills the worker and expires its leases immediately. Otherwise they take some seconds, which the lease's own tests cover. */
export async function killWorker(instance: Instance, ownerUrl: string): Promise<void> {
  await kill(instance, "worker");
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query("update job_leases set renewed_at = '-infinity'");
  } finally {
    await owner.end();
  }
}
