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

/** A transaction that is committed only while the lease is held; undefined otherwise. */
export async function writeWhileHeld<T>(
  inOrganisation: InOrganisation,
  lease: HeldLease,
  work: (tx: Tx) => Promise<T>,
): Promise<{ readonly value: T } | undefined> {
  try {
    return await inOrganisation(async (tx) => {
      const value = await work(tx);
      if (!(await renewLease(tx, lease))) throw new LeaseLost();
      return { value };
    });
  } catch (error) {
    if (error instanceof LeaseLost) return undefined;
    throw error;
  }
}

/** Renews the lease while the work runs, and then releases it. */
export async function holdingLease<T>(inOrganisation: InOrganisation, lease: HeldLease, log: Log, work: () => Promise<T>): Promise<T> {
  const uploadId = lease.jobId;
  const beat = setInterval(() => {
    inOrganisation((tx) => renewLease(tx, lease)).catch((error: unknown) =>
      log.debug({ err: error, uploadId }, "the lease of an upload could not be renewed"),
    );
  }, renewMillis);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await inOrganisation((tx) => releaseLease(tx, lease)).catch((error: unknown) =>
      log.warn({ err: error, uploadId }, "the lease of an upload was not released and will expire"),
    );
  }
}
