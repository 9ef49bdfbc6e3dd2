import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { freeCode } from "./code.ts";

/**
 * A code for a role, group or prediction that is new in its organisation: unique there, also among concurrent transactions. `current`: its code in
 * another organisation, which it keeps if that is free.
 */
export async function claimCode(
  tx: Tx,
  table: "roles" | "groups" | "predictions",
  organisationId: string,
  name: string,
  current?: string,
): Promise<string> {
  // Without the lock, two concurrent transactions would find the same code free.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`codes of ${table} ${organisationId}`}, 0))`.execute(tx);
  const taken = await tx.selectFrom(table).where("organisation_id", "=", organisationId).select("code").execute();
  const codes = new Set(taken.map((row) => row.code));
  return current === undefined || codes.has(current) ? freeCode(name, codes) : current;
}
