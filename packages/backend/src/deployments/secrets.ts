import type { SecretEntry } from "@airlock/contract";
import { publishSigned, type SharedBucket } from "./publish.ts";
import type { Postgres, Tx } from "@airlock/platform/postgres";
import { nextSequenceNumber } from "./desired-state.ts";

export interface SecretParts {
  readonly postgres: Postgres;
  readonly secretEntries: SharedBucket<"secrets">;
}

/** Updates the `secrets` entries from their rows, encrypted as they are there. Idempotent. */
export async function publishSecrets(parts: SecretParts, organisationId: string, secretIds: readonly string[]): Promise<void> {
  for (const secretId of secretIds) {
    await publishSigned({
      bucket: parts.secretEntries,
      key: secretId,
      wanted: () => parts.postgres.inOrganisation({ organisationId, userId: null }, (tx) => readSecretEntry(tx, secretId)),
      same: (a, b) => a.masterKey === b.masterKey && a.revision === b.revision,
      nextSequence: () => nextSequenceNumber(parts.postgres),
    });
  }
}

async function readSecretEntry(tx: Tx, id: string): Promise<SecretEntry | undefined> {
  const row = await tx.selectFrom("secrets").where("id", "=", id).selectAll().executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    secretId: row.id,
    organisationId: row.organisation_id,
    name: row.name,
    hosts: row.hosts,
    masterKey: row.master_key,
    sealedDataKey: row.sealed_data_key.toString("base64"),
    sealed: row.sealed_value.toString("base64"),
    revision: row.revision,
  };
}
