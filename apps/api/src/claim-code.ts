import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { freeCode } from "./code.ts";

/** A code for a new role, group or prediction that is unique in its organisation, also among concurrent transactions. */
export async function claimCode(tx: Tx, table: "roles" | "groups" | "predictions", organisationId: string, name: string): Promise<string> {
  // Without the lock, two concurrent transactions would find the same code free.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`codes of ${table} ${organisationId}`}, 0))`.execute(tx);
  const taken = await tx.selectFrom(table).where("organisation_id", "=", organisationId).select("code").execute();
  return freeCode(name, new Set(taken.map((row) => row.code)));
}
