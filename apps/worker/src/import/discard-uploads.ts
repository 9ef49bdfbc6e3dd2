import type { Log } from "@airlock/platform";
import type { OwnBucket } from "@airlock/platform/own-bucket";
import type { Postgres } from "@airlock/platform/postgres";
import { abandonedUploads, takeTask } from "../across-organisations.ts";

export interface DiscardParts {
  readonly postgres: Postgres;
  readonly ownBucket: Pick<OwnBucket, "cancelUpload" | "discardUnfinishedBefore">;
  readonly log: Log;
}

const daySeconds = 86_400;
const keptMillis = 7 * daySeconds * 1_000;

/** Discards uploads that were not finished within a week, and once a day what the bucket holds of uploads and exports without a row. */
export async function discardUploads(parts: DiscardParts): Promise<void> {
  await discardAbandonedUploads(parts);
  // It lists the bucket.
  if (!(await takeTask(parts.postgres, "discard unfinished uploads", daySeconds))) return;
  const count = await parts.ownBucket.discardUnfinishedBefore(new Date(Date.now() - keptMillis));
  if (count > 0) parts.log.info({ count }, "unfinished uploads and exports were discarded from the bucket");
}

/** Discards what the bucket received first, then the row, so that one that could not be discarded is found again. */
async function discardAbandonedUploads({ postgres, ownBucket, log }: DiscardParts): Promise<void> {
  let discarded = 0;
  for await (const { organisationId, id } of abandonedUploads(postgres)) {
    const tenant = { organisationId, userId: null };
    try {
      const row = await postgres.inOrganisation(tenant, (tx) =>
        tx.selectFrom("uploads").where("id", "=", id).select("session").executeTakeFirst(),
      );
      if (row === undefined) continue;
      await ownBucket.cancelUpload(row.session);
      await postgres.inOrganisation(tenant, (tx) => tx.deleteFrom("uploads").where("id", "=", id).execute());
      discarded += 1;
    } catch (error) {
      log.warn({ err: error, organisationId, uploadId: id }, "an upload was not discarded and will be tried again");
    }
  }
  if (discarded > 0) log.info({ uploads: discarded }, "uploads that were not finished within a week were discarded");
}
