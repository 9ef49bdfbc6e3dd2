import type { JobData } from "@airlock/platform/jobs";
import type { OwnBucket } from "@airlock/platform/own-bucket";
import { expiredExports } from "../across-organisations.ts";
import type { Postgres } from "@airlock/platform/postgres";

export function createRemoveExport(bucket: Pick<OwnBucket, "remove">) {
  return async function removeExport({ organisationId, object }: JobData["export.remove"]): Promise<void> {
    // Only objects of the job's own organisation, whatever the name is.
    if (object.startsWith(`organisations/${organisationId}/exports/`)) await bucket.remove(object);
  };
}

/** Removes the file first, then the row, so that a file that could not be removed is found again. Returns the count. */
export async function removeExpiredExports(postgres: Postgres, bucket: Pick<OwnBucket, "remove">): Promise<number> {
  const expired = await expiredExports(postgres);
  for (const { organisationId, id } of expired) {
    const tenant = { organisationId, userId: null };
    const row = await postgres.inOrganisation(tenant, (tx) =>
      tx.selectFrom("exports").where("id", "=", id).select("object").executeTakeFirst(),
    );
    if (row === undefined) continue;
    if (row.object !== null) await bucket.remove(row.object);
    await postgres.inOrganisation(tenant, (tx) => tx.deleteFrom("exports").where("id", "=", id).execute());
  }
  return expired.length;
}
