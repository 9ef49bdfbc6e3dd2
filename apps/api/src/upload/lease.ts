import { LeaseLost, releaseLease, renewLease, takeLease, type HeldLease } from "@airlock/backend/leases";
import type { Log } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import type { Actor } from "../identity/actor.ts";

/** A call that did not renew its lease for this long is considered dead. */
const staleSeconds = 15;
const renewMillis = 3_000;

/** The right of one call to add to an upload. Not a lock, which would hold a connection while the bucket server is slow. */
export function takeUpload(tx: Tx, { organisationId }: Actor, uploadId: string): Promise<HeldLease | undefined> {
  return takeLease(tx, { organisationId, jobId: uploadId, staleSeconds });
}

type InOrganisation = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** Renews the lease while the work runs, and then releases it. Returns undefined if the work ended with `LeaseLost`. */
export async function holdingLease<T>(
  inOrganisation: InOrganisation,
  lease: HeldLease,
  log: Log,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const uploadId = lease.jobId;
  const beat = setInterval(() => {
    inOrganisation((tx) => renewLease(tx, lease)).catch((error: unknown) =>
      log.debug({ err: error, uploadId }, "the lease of an upload could not be renewed"),
    );
  }, renewMillis);
  try {
    return await work();
  } catch (error) {
    if (error instanceof LeaseLost) return undefined;
    throw error;
  } finally {
    clearInterval(beat);
    await inOrganisation((tx) => releaseLease(tx, lease)).catch((error: unknown) =>
      log.warn({ err: error, uploadId }, "the lease of an upload was not released and will expire"),
    );
  }
}
