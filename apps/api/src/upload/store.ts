import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import type { Actor } from "../identity/actor.ts";

export interface UploadRow {
  readonly id: string;
  readonly file_name: string;
  readonly object: string;
  readonly length: number;
  readonly received: number;
  readonly session: string;
  readonly created_at: Date;
}

export async function findUpload(tx: Tx, id: string, lock: boolean): Promise<UploadRow | undefined> {
  const row = await tx
    .selectFrom("uploads")
    .where("id", "=", id)
    .select(["id", "file_name", "object", "length", "received", "session", "created_at"])
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, length: Number(row.length), received: Number(row.received) };
}

/** Whether an upload to this object has begun and not ended. The advisory lock prevents concurrent transactions from beginning one. */
export async function isUploading(tx: Tx, object: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads to ${object}`}, 0))`.execute(tx);
  const found = await tx.selectFrom("uploads").where("object", "=", object).select("id").executeTakeFirst();
  return found !== undefined;
}

export async function createUpload(
  tx: Tx,
  actor: Actor,
  fields: Pick<UploadRow, "id" | "file_name" | "object" | "length" | "session">,
): Promise<void> {
  await tx
    .insertInto("uploads")
    .values({ organisation_id: actor.organisationId, ...fields })
    .execute();
}

/** Compare-and-set: of two requests that add the same piece, one succeeds. Returns what is received then; undefined if the upload was cancelled. */
export async function moveUpload(tx: Tx, id: string, from: number, to: number): Promise<number | undefined> {
  await tx.updateTable("uploads").set({ received: to }).where("id", "=", id).where("received", "=", from.toString()).execute();
  const row = await tx.selectFrom("uploads").where("id", "=", id).select("received").executeTakeFirst();
  return row && Number(row.received);
}

export async function deleteUpload(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("uploads").where("id", "=", id).execute();
}
