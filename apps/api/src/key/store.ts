import { createHash, randomBytes } from "node:crypto";
import { formatKey, type KeyCreate } from "@airlock/contract";
import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import type { UserRow } from "../user/store.ts";

export interface KeyRow {
  readonly id: string;
  readonly organisation_id: string;
  readonly user_id: string;
  readonly name: string;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly created_at: Date;
}

function keys(tx: Tx) {
  return tx
    .selectFrom("keys")
    .where("revoked_at", "is", null)
    .select(["id", "organisation_id", "user_id", "name", "expires_at", "last_used_at", "created_at"]);
}

export async function listKeys(tx: Tx, userId: string): Promise<readonly KeyRow[]> {
  return keys(tx).where("user_id", "=", userId).orderBy("id").execute();
}

export async function findKey(tx: Tx, userId: string, id: string): Promise<KeyRow | undefined> {
  return keys(tx).where("user_id", "=", userId).where("id", "=", id).forUpdate().executeTakeFirst();
}

/** The ids of all valid keys of these users. */
export async function keysOf(tx: Tx, userIds: readonly string[]): Promise<readonly string[]> {
  if (userIds.length === 0) return [];
  const rows = await keys(tx)
    .where("user_id", "in", [...userIds])
    .execute();
  return rows.map((row) => row.id);
}

/** Returns the key as the caller will send it. Only its hash is stored, so this is the only time that the secret is available. */
export async function createKey(tx: Tx, user: UserRow, fields: KeyCreate): Promise<{ readonly row: KeyRow; readonly key: string }> {
  const secret = randomBytes(32).toString("base64url");
  const row = await tx
    .insertInto("keys")
    .values({
      id: newId(),
      organisation_id: user.organisation_id,
      user_id: user.id,
      name: fields.name,
      hash: createHash("sha256").update(secret).digest("hex"),
      expires_at: fields.expires === undefined ? null : new Date(fields.expires),
    })
    .returning(["id", "organisation_id", "user_id", "name", "expires_at", "last_used_at", "created_at"])
    .executeTakeFirstOrThrow();
  return { row, key: formatKey(row.id, secret) };
}

export async function revokeKey(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("keys").set({ revoked_at: new Date() }).where("id", "=", id).execute();
}

export async function keysOfOrganisation(tx: Tx, organisationId: string): Promise<readonly string[]> {
  const rows = await keys(tx).where("organisation_id", "=", organisationId).execute();
  return rows.map((row) => row.id);
}
