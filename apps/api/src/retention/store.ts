import type { Tx } from "@airlock/platform/postgres";

export function findRetention(tx: Tx, organisationId: string) {
  return tx.selectFrom("retentions").where("organisation_id", "=", organisationId).select(["days", "revision"]).executeTakeFirst();
}

/** Null: for ever. */
export async function setRetention(tx: Tx, organisationId: string, days: number | null): Promise<void> {
  if (days === null) {
    await tx.deleteFrom("retentions").where("organisation_id", "=", organisationId).execute();
    return;
  }
  await tx
    .insertInto("retentions")
    .values({ organisation_id: organisationId, days })
    .onConflict((conflict) => conflict.column("organisation_id").doUpdateSet({ days }))
    .execute();
}
