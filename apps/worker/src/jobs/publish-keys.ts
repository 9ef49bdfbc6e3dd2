import type { KeyEntry } from "@airlock/contract";
import type { Bucket } from "@airlock/platform";
import type { JobData } from "@airlock/platform/jobs";
import type { Postgres, Tx } from "@airlock/platform/postgres";

export interface PublishKeysOptions {
  readonly postgres: Postgres;
  readonly keys: () => Promise<Bucket<"keys">>;
}

/** Brings keys in the bucket in line with their rows; a key that is gone, revoked or of a disabled account is removed. */
export function createPublishKeys(options: PublishKeysOptions) {
  return async function publishKeys({ organisationId, keyIds }: JobData["keys.publish"]): Promise<void> {
    const bucket = await options.keys();
    for (const keyId of keyIds) {
      // One transaction a key: the row is locked until the entry is written, and no longer.
      await options.postgres.inOrganisation({ organisationId, userId: null }, async (tx) => {
        const entry = await readKey(tx, keyId);
        if (entry === undefined) await bucket.remove(keyId);
        else await bucket.put(keyId, entry);
      });
    }
  };
}

async function readKey(tx: Tx, keyId: string): Promise<KeyEntry | undefined> {
  const key = await tx.selectFrom("keys").selectAll().where("id", "=", keyId).forUpdate().executeTakeFirst();
  if (key === undefined || key.revoked_at !== null) return undefined;
  const user = await tx.selectFrom("users").select(["id", "status"]).where("id", "=", key.user_id).executeTakeFirst();
  if (user === undefined || user.status === "disabled") return undefined;
  const held = await tx.selectNoFrom((eb) => eb.fn<string>("airlock.permissions_of", [eb.val(user.id)]).as("permission")).execute();
  return {
    keyId,
    organisationId: key.organisation_id,
    userId: user.id,
    permissions: held.map((row) => row.permission).sort(),
    hash: key.hash,
    expires: key.expires_at?.toISOString(),
  };
}
