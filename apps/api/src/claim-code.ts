import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { freeCode } from "./code.ts";

/** A code for a new role, group or prediction that no other of its organisation has, nor gets before this transaction ends. */
export async function claimCode(tx: Tx, table: "roles" | "groups" | "predictions", organisationId: string, name: string): Promise<string> {
  // Two that are made at the same moment would find the same code free.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`codes of ${table} ${organisationId}`}, 0))`.execute(tx);
  const taken = await tx.selectFrom(table).where("organisation_id", "=", organisationId).select("code").execute();
  return freeCode(name, new Set(taken.map((row) => row.code)));
}
