import { newId, type Log } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import type { Actor } from "../identity/actor.ts";

/** A call that did not renew its lease for this long is considered dead. */
const staleSeconds = 15;
const renewMillis = 3_000;

/** The right of one call to add to an upload. Not a lock, which would hold a connection while the bucket server is slow. */
export interface UploadLease {
  readonly uploadId: string;
  readonly owner: string;
}

/** Undefined if another call is adding to the upload. Valid when the transaction is committed. */
export async function takeLease(tx: Tx, { organisationId }: Actor, uploadId: string): Promise<UploadLease | undefined> {
  const owner = newId();
  const taken = await sql`
    insert into job_leases as held (job_id, organisation_id, owner) values (${uploadId}, ${organisationId}, ${owner})
    on conflict (job_id) do update set owner = excluded.owner, renewed_at = now()
    where held.renewed_at < now() - make_interval(secs => ${staleSeconds})
    returning job_id`.execute(tx);
  return taken.rows.length === 0 ? undefined : { uploadId, owner };
}

/** Also whether this call still has it. */
export async function renewLease(tx: Tx, { uploadId, owner }: UploadLease): Promise<boolean> {
  const renewed = await tx
    .updateTable("job_leases")
    .set({ renewed_at: sql`now()` })
    .where("job_id", "=", uploadId)
    .where("owner", "=", owner)
    .executeTakeFirst();
  return renewed.numUpdatedRows > 0n;
}

/** Renews the lease while the work runs, and then releases it. */
export async function holdingLease<T>(
  inOrganisation: (work: (tx: Tx) => Promise<unknown>) => Promise<unknown>,
  lease: UploadLease,
  log: Log,
  work: () => Promise<T>,
): Promise<T> {
  const { uploadId, owner } = lease;
  const beat = setInterval(() => {
    inOrganisation((tx) => renewLease(tx, lease)).catch((error: unknown) =>
      log.debug({ err: error, uploadId }, "the lease of an upload could not be renewed"),
    );
  }, renewMillis);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await inOrganisation((tx) => tx.deleteFrom("job_leases").where("job_id", "=", uploadId).where("owner", "=", owner).execute()).catch(
      (error: unknown) => log.warn({ err: error, uploadId }, "the lease of an upload was not released and will expire"),
    );
  }
}
