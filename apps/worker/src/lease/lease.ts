import { setTimeout as waitFor } from "node:timers/promises";
import { LeaseLost, releaseLease, renewLease, takeLease, writeWhileHeld } from "@airlock/backend/leases";
import type { Log } from "@airlock/platform";
import type { Postgres, Tx } from "@airlock/platform/postgres";
import type { UpdateResult } from "kysely";

export { LeaseLost } from "@airlock/backend/leases";

export interface LeaseParts {
  readonly postgres: Postgres;
  readonly log: Log;
  /** Aborted when the process stops: the job then continues in another worker. */
  readonly stopping: AbortSignal;
}

/** A long job, before its row is read. */
export interface LeasedJob {
  readonly organisationId: string;
  /** The id of the row that describes the job and its progress. */
  readonly jobId: string;
  /** False if the row was deleted, cancelled or completed. */
  readonly isWanted: (tx: Tx) => Promise<boolean>;
}

/** A lease held by this process. */
export interface Lease {
  readonly organisationId: string;
  readonly jobId: string;
  /** Unique per acquisition, so temporary tables can be named after it. */
  readonly owner: string;
  /** Aborted when the process stops, and with `LeaseLost` when another worker has the job or it is no longer wanted. */
  readonly signal: AbortSignal;
  /** A transaction that is committed only while the lease is held. Throws `LeaseLost` otherwise. */
  readonly write: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  /** The same for one update of the job's row. Also throws `LeaseLost` if it changes no row. */
  readonly update: (statement: (tx: Tx) => { readonly executeTakeFirst: () => Promise<UpdateResult> }) => Promise<void>;
  /** Queries the database, for use when the last renewal was too long ago. */
  readonly isHeld: () => Promise<boolean>;
}

/** Another worker holds the lease and has renewed it recently. The job is retried later. */
export class LeaseHeld extends Error {}

/** A worker that did not renew its lease for this long is considered dead. */
const staleSeconds = 5;
const renewMillis = 500;

/**
 * Runs a job while holding its lease, and releases the lease at the end. Returns undefined if the job is not wanted or the work ended with
 * `LeaseLost`; throws `LeaseHeld` if another worker holds the lease.
 */
export async function withLease<Result>(
  parts: LeaseParts,
  job: LeasedJob,
  work: (lease: Lease) => Promise<Result>,
): Promise<Result | undefined> {
  const { organisationId, jobId } = job;
  const inOrganisation = <T>(run: (tx: Tx) => Promise<T>) => parts.postgres.inOrganisation({ organisationId, userId: null }, run);

  const held = await inOrganisation(async (tx) => {
    if (!(await job.isWanted(tx))) return undefined;
    const taken = await takeLease(tx, { organisationId, jobId, staleSeconds });
    if (taken === undefined) throw new LeaseHeld("Another worker has this job.");
    return taken;
  });
  if (held === undefined) return undefined;

  const write: Lease["write"] = (run) => writeWhileHeld(inOrganisation, held, run);
  const isHeld = (): Promise<boolean> => inOrganisation(async (tx) => (await job.isWanted(tx)) && renewLease(tx, held));
  const heartbeat = startHeartbeat(parts, jobId, isHeld);
  const lease: Lease = {
    organisationId,
    jobId,
    owner: held.owner,
    signal: heartbeat.signal,
    write,
    update: (statement) =>
      write(async (tx) => {
        if ((await statement(tx).executeTakeFirst()).numUpdatedRows === 0n) throw new LeaseLost();
      }),
    isHeld,
  };
  try {
    return await work(lease);
  } catch (error) {
    if (error instanceof LeaseLost) return undefined;
    throw error;
  } finally {
    await heartbeat.stop();
    await inOrganisation((tx) => releaseLease(tx, held)).catch((error: unknown) =>
      parts.log.warn({ err: error, jobId }, "a lease was not released and will expire"),
    );
  }
}

/** Renews the lease until stopped. While Postgres is unavailable the work continues: its next write detects a lost lease. */
function startHeartbeat({ log, stopping }: LeaseParts, jobId: string, isHeld: () => Promise<boolean>) {
  const ending = new AbortController();
  const over = new AbortController();
  const stop = (): void => ending.abort(new Error("The worker is stopping."));
  stopping.addEventListener("abort", stop, { once: true });
  if (stopping.aborted) stop();
  const beat = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await waitFor(renewMillis, undefined, { signal: over.signal }).catch(() => undefined);
      if (over.signal.aborted) return;
      try {
        if (!(await isHeld())) ending.abort(new LeaseLost());
      } catch (error) {
        log.debug({ err: error, jobId }, "a lease could not be renewed");
      }
    }
  };
  const beating = beat();
  return {
    signal: ending.signal,
    stop: async () => {
      over.abort();
      stopping.removeEventListener("abort", stop);
      await beating;
    },
  };
}
