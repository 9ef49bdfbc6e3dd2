import type { OwnBucket } from "@airlock/platform/own-bucket";
import type { Postgres } from "@airlock/platform/postgres";
import { abandonedUploads } from "../across-organisations.ts";

/** Discards what the bucket received first, then the row, so that one that could not be discarded is found again. Returns the count. */
export async function discardAbandonedUploads(postgres: Postgres, bucket: Pick<OwnBucket, "cancelUpload">): Promise<number> {
  const abandoned = await abandonedUploads(postgres);
  for (const { organisationId, id } of abandoned) {
    const tenant = { organisationId, userId: null };
    const row = await postgres.inOrganisation(tenant, (tx) =>
      tx.selectFrom("uploads").where("id", "=", id).select("session").executeTakeFirst(),
    );
    if (row === undefined) continue;
    await bucket.cancelUpload(row.session);
    await postgres.inOrganisation(tenant, (tx) => tx.deleteFrom("uploads").where("id", "=", id).execute());
  }
  return abandoned.length;
}
