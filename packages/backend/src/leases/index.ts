import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";

/** One acquisition of the lease of a job or an upload. Every write of its holder is in a transaction that also renews it. */
export interface HeldLease {
  /** The id of the row that describes the job and its progress. */
  readonly jobId: string;
  /** Unique per acquisition. */
  readonly owner: string;
}

/** Another process has the lease, or its job is no longer wanted: the holder must not change anything. */
export class LeaseLost extends Error {}

/** Undefined if another holder renewed it within the time. Valid when the transaction is committed. */
export async function takeLease(
  tx: Tx,
  { organisationId, jobId, staleSeconds }: { readonly organisationId: string; readonly jobId: string; readonly staleSeconds: number },
): Promise<HeldLease | undefined> {
  const owner = newId();
  const taken = await sql`
    insert into job_leases as held (job_id, organisation_id, owner) values (${jobId}, ${organisationId}, ${owner})
    on conflict (job_id) do update set owner = excluded.owner, renewed_at = now()
    where held.renewed_at < now() - make_interval(secs => ${staleSeconds})
    returning job_id`.execute(tx);
  return taken.rows.length === 0 ? undefined : { jobId, owner };
}

type InOrganisation = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

/** A transaction that is committed only while the lease is held. Throws `LeaseLost` otherwise. */
export function writeWhileHeld<Result>(
  inOrganisation: InOrganisation,
  held: HeldLease,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return inOrganisation(async (tx) => {
    const result = await work(tx);
    if (!(await renewLease(tx, held))) throw new LeaseLost();
    return result;
  });
}

/**
 * Returns whether the lease is still held. Last in a transaction, so that rows are locked in the same order as when an organisation is deleted.
 */
export async function renewLease(tx: Tx, { jobId, owner }: HeldLease): Promise<boolean> {
  const renewed = await tx
    .updateTable("job_leases")
    .set({ renewed_at: sql`now()` })
    .where("job_id", "=", jobId)
    .where("owner", "=", owner)
    .executeTakeFirst();
  return renewed.numUpdatedRows > 0n;
}

export async function releaseLease(tx: Tx, { jobId, owner }: HeldLease): Promise<void> {
  await tx.deleteFrom("job_leases").where("job_id", "=", jobId).where("owner", "=", owner).execute();
}
