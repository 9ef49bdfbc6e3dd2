import type { Log } from "@airlock/platform";
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

export interface RemoveExportsParts {
  readonly postgres: Postgres;
  readonly bucket: Pick<OwnBucket, "remove">;
  readonly log: Log;
}

/** Removes the file first, then the row, so that a file that could not be removed is found again. */
export async function removeExpiredExports({ postgres, bucket, log }: RemoveExportsParts, signal: AbortSignal): Promise<void> {
  for await (const { organisationId, id } of expiredExports(postgres)) {
    if (signal.aborted) break;
    const tenant = { organisationId, userId: null };
    try {
      const row = await postgres.inOrganisation(tenant, (tx) =>
        tx.selectFrom("exports").where("id", "=", id).select("object").executeTakeFirst(),
      );
      if (row === undefined) continue;
      if (row.object !== null) await bucket.remove(row.object);
      await postgres.inOrganisation(tenant, (tx) => tx.deleteFrom("exports").where("id", "=", id).execute());
    } catch (error) {
      log.warn({ err: error, organisationId, exportId: id }, "an expired export was not removed and will be tried again");
    }
  }
}
