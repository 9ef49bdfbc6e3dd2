import type { KeyEntry } from "@airlock/contract";
import type { WorkIds } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { publish } from "../deployment/publish.ts";
import type { Parts } from "../parts.ts";
import { readKeyEntry } from "./store.ts";

/** Brings the `keys` entries in line with their rows. Safe to do again. */
export async function publishKeys(parts: Parts, organisationId: string, keyIds: readonly string[]): Promise<void> {
  for (const keyId of keyIds) {
    const read = () => parts.postgres.inOrganisation({ organisationId, userId: null }, (tx) => readKeyEntry(tx, keyId));
    await publish(parts.keys, keyId, read, sameEntry);
  }
}

/** With the commit, a moment later and for certain: for changes that are not about a key itself. */
export async function publishKeysLater(
  parts: Pick<Parts, "jobs">,
  tx: Tx,
  organisationId: string,
  keyIds: readonly string[],
  ids: WorkIds,
): Promise<void> {
  if (keyIds.length > 0) await parts.jobs.send(tx, "keys.publish", { organisationId, keyIds }, ids);
}

function sameEntry(a: KeyEntry, b: KeyEntry): boolean {
  return (
    a.hash === b.hash &&
    a.organisationId === b.organisationId &&
    a.userId === b.userId &&
    a.expires === b.expires &&
    a.permissions.join() === [...b.permissions].sort().join()
  );
}
