import { s3KeyOwner } from "@airlock/platform/s3-account";
import { SecretUnreadable, webSecretOwner, type SecretBox } from "@airlock/platform/secrets";
import type { Client } from "pg";

export interface Rotated {
  readonly rewrapped: number;
  readonly unreadable: readonly { readonly organisationId: string; readonly reason: string }[];
}

interface Row {
  readonly id: string;
  readonly organisation_id: string;
  readonly master_key: string;
  readonly sealed_data_key: Buffer;
  readonly sealed: Buffer;
}

/** The tables with encrypted secrets: each with its columns of the id and the encrypted values, and the owner of a secret. */
const places = [
  { table: "service_accounts", id: "organisation_id", sealed: "sealed_file", owner: (row: Row) => row.organisation_id },
  { table: "s3_accounts", id: "organisation_id", sealed: "sealed_secret_key", owner: (row: Row) => s3KeyOwner(row.organisation_id) },
  { table: "secrets", id: "id", sealed: "sealed_value", owner: (row: Row) => webSecretOwner(row.organisation_id, row.id) },
] as const;

const page = 100;

export async function rotateSecrets(owner: Client, box: SecretBox): Promise<Rotated> {
  const all = [];
  for (const place of places) all.push(await rotateIn(owner, box, place));
  return { rewrapped: all.reduce((sum, one) => sum + one.rewrapped, 0), unreadable: all.flatMap((one) => one.unreadable) };
}

/** Row by row: one that is replaced concurrently already has the new key and is skipped. */
async function rotateIn(owner: Client, box: SecretBox, place: (typeof places)[number]): Promise<Rotated> {
  let rewrapped = 0;
  const unreadable: { organisationId: string; reason: string }[] = [];
  for (let after = ""; ;) {
    const { rows } = await owner.query<Row>(
      `select ${place.id} as id, organisation_id, master_key, sealed_data_key, ${place.sealed} as sealed from ${place.table}
       where master_key <> $1 and ${place.id} > $2 order by ${place.id} limit ${page}`,
      [box.presentKey, after],
    );
    for (const row of rows) {
      after = row.id;
      const sealed = { masterKey: row.master_key, sealedDataKey: row.sealed_data_key, sealed: row.sealed };
      try {
        const anew = box.rewrap(sealed, place.owner(row));
        if (anew === undefined) continue;
        const updated = await owner.query(
          `update ${place.table} set master_key = $1, sealed_data_key = $2 where ${place.id} = $3 and sealed_data_key = $4`,
          [anew.masterKey, anew.sealedDataKey, row.id, row.sealed_data_key],
        );
        rewrapped += updated.rowCount ?? 0;
      } catch (error) {
        if (!(error instanceof SecretUnreadable)) throw error;
        unreadable.push({ organisationId: row.organisation_id, reason: error.message });
      }
    }
    if (rows.length < page) return { rewrapped, unreadable };
  }
}
