import type { WorkIds } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import type { Parts } from "../parts.ts";

/** With the commit, a moment later and for certain. */
export async function publishKeysLater(
  parts: Pick<Parts, "jobs">,
  tx: Tx,
  organisationId: string,
  keyIds: readonly string[],
  ids: WorkIds,
): Promise<void> {
  if (keyIds.length > 0) await parts.jobs.send(tx, "keys.publish", { organisationId, keyIds }, ids);
}
