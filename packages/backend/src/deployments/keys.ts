import type { KeyEntry } from "@airlock/contract";
import type { Log } from "@airlock/platform";
import { awaitKeysConfirmation } from "./confirm.ts";
import { confirmMillis, type CarriedOut } from "./carry-out.ts";
import { publishSigned, type SharedBucket } from "./publish.ts";
import type { Runtimes } from "./runtimes.ts";
import { permissionsOf, type Postgres, type Tx } from "@airlock/platform/postgres";
import { nextSequenceNumber } from "./desired-state.ts";

export interface KeyParts {
  readonly postgres: Postgres;
  readonly keys: SharedBucket<"keys">;
}

/** Updates the `keys` entries from their rows. Idempotent. */
export async function publishKeys(parts: KeyParts, organisationId: string, keyIds: readonly string[]): Promise<void> {
  for (const keyId of keyIds) await publishKey(parts, organisationId, keyId);
}

/** Returns the revision of the bucket's entry. */
function publishKey(parts: KeyParts, organisationId: string, keyId: string): Promise<number> {
  return publishSigned({
    bucket: parts.keys,
    key: keyId,
    wanted: () => parts.postgres.inOrganisation({ organisationId, userId: null }, (tx) => readKeyEntry(tx, keyId)),
    same: sameEntry,
    nextSequence: () => nextSequenceNumber(parts.postgres),
  });
}

/**
 * Publishes keys immediately and waits until every live runtime has applied them, as for a stop. If this does not succeed in time, the job that was
 * stored with the change completes it.
 */
export async function confirmKeys(
  parts: KeyParts & { readonly runtimes: Runtimes; readonly log: Log },
  organisationId: string,
  keyIds: readonly string[],
  withinMillis = confirmMillis,
): Promise<CarriedOut> {
  const deadline = performance.now() + withinMillis;
  let revision = 0;
  try {
    for (const keyId of keyIds) {
      if (performance.now() > deadline) return { kind: "open", runtimes: parts.runtimes.live().map(({ runtimeId }) => runtimeId) };
      revision = Math.max(revision, await publishKey(parts, organisationId, keyId));
    }
  } catch (error) {
    parts.log.warn({ err: error, keyIds }, "keys could not be published yet");
    return { kind: "unreachable" };
  }
  const state = await awaitKeysConfirmation({ keyIds, revision }, parts.runtimes, Math.max(0, deadline - performance.now()));
  if (state.kind === "open") parts.log.warn({ keyIds, revision, runtimes: state.runtimes }, "a change of keys is not confirmed");
  return state;
}

/** The runtimes' entry of a key; undefined if it grants nothing: revoked, or its account is deleted or disabled. */
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
