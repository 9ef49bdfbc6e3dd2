import type { KeyEntry } from "@airlock/contract";
import { publish, type SharedBucket } from "./orders-publish.ts";
import { permissionsOf } from "./postgres-permissions.ts";
import type { Postgres, Tx } from "./postgres.ts";

export interface KeyParts {
  readonly postgres: Postgres;
  readonly keys: SharedBucket<"keys">;
}

/** Brings the `keys` entries in line with their rows. Safe to do again. */
export async function publishKeys(parts: KeyParts, organisationId: string, keyIds: readonly string[]): Promise<void> {
  for (const keyId of keyIds) {
    const read = () => parts.postgres.inOrganisation({ organisationId, userId: null }, (tx) => readKeyEntry(tx, keyId));
    await publish(parts.keys, keyId, read, sameEntry);
  }
}

/** What runtimes should know of a key; undefined when it opens nothing: revoked, or its account is gone or disabled. */
async function readKeyEntry(tx: Tx, id: string): Promise<KeyEntry | undefined> {
  const row = await tx
    .selectFrom("keys")
    .innerJoin("users", "users.id", "keys.user_id")
    .where("keys.id", "=", id)
    .where("keys.revoked_at", "is", null)
    .where("users.status", "=", "active")
    .select(["keys.id", "keys.organisation_id", "keys.user_id", "keys.hash", "keys.expires_at"])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    keyId: row.id,
    organisationId: row.organisation_id,
    userId: row.user_id,
    permissions: [...(await permissionsOf(tx, row.user_id))].sort(),
    hash: row.hash,
    ...(row.expires_at === null ? {} : { expires: row.expires_at.toISOString() }),
  };
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
