import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";

/** Of these lists of the organisation, the number of the version that is in effect now; those without one are left out. */
export async function versionsInEffect(tx: Tx, listIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (listIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom("list_versions")
    .where("list_id", "in", listIds)
    .where("effective_at", "<=", sql<Date>`now()`)
    .groupBy("list_id")
    // Versions take effect in the order of their numbers.
    .select((select) => ["list_id", select.fn.max("number").as("number")])
    .execute();
  return new Map(rows.map(({ list_id, number }) => [list_id, number]));
}
