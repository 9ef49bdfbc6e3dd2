/** The worker's access to the audit, over all organisations. */
import type { AuditRow } from "@airlock/contract";
import { sql } from "kysely";
import type { Postgres, Tx } from "@airlock/platform/postgres";

/** Writes entries for refused sign-ins that are not covered by one yet. */
export async function flushRefusedSignIns(postgres: Postgres): Promise<void> {
  await postgres.transaction((tx) => sql`select airlock.flush_refused_sign_ins()`.execute(tx));
}

/** An entry with its position in the chain of its organisation. */
export interface UnsentEntry extends AuditRow {
  readonly number: string;
}

/** Takes or renews the lease of the stream and reads the next batch; undefined while another worker holds the lease. */
export function takeUnsentEntries(
  postgres: Postgres,
  owner: string,
  options: { readonly leaseSeconds: number; readonly maxEntries: number },
): Promise<readonly UnsentEntry[] | undefined> {
  return postgres.transaction(async (tx) => {
    if (!(await takeStream(tx, owner, options.leaseSeconds))) return undefined;
    return (await sql<UnsentEntry>`select * from airlock.audit_unsent(${options.maxEntries})`.execute(tx)).rows;
  });
}

/** Returns whether the lease is still held. */
export function renewStream(postgres: Postgres, owner: string, leaseSeconds: number): Promise<boolean> {
  return postgres.transaction((tx) => takeStream(tx, owner, leaseSeconds));
}

async function takeStream(tx: Tx, owner: string, leaseSeconds: number): Promise<boolean> {
  const lease = await sql<{ taken: boolean }>`select airlock.take_audit_stream(${owner}, ${leaseSeconds}) as taken`.execute(tx);
  return lease.rows[0]?.taken === true;
}

/** Puts the chain of this entry behind the others: it was the longest waiting, and stays unsent. */
export async function postponeChain(postgres: Postgres, owner: string, entry: UnsentEntry): Promise<void> {
  await acknowledgeEntries(postgres, owner, [{ ...entry, number: String(BigInt(entry.number) - 1n) }]);
}

/** Moves the cursor of each chain to the last of these entries. */
export async function acknowledgeEntries(postgres: Postgres, owner: string, entries: readonly UnsentEntry[]): Promise<void> {
  // Entries are in the order of each chain, so the last one of an organisation wins.
  const last = new Map(entries.map(({ organisation_id, number }) => [organisation_id, number]));
  const [organisations, numbers] = [[...last.keys()], [...last.values()]];
  await postgres.transaction((tx) => sql`select airlock.audit_sent(${owner}, ${organisations}::text[], ${numbers}::bigint[])`.execute(tx));
}

export interface AuditStreamLag {
  readonly entries: number;
  /** When the oldest unsent entry was written. */
  readonly oldest: Date | null;
}

export function auditStreamLag(postgres: Postgres): Promise<AuditStreamLag> {
  return postgres.transaction(async (tx) => {
    const { rows } = await sql<{ entries: string; oldest: Date | null }>`select entries, oldest from airlock.audit_stream_lag()`.execute(
      tx,
    );
    return { entries: Number(rows[0]?.entries ?? 0), oldest: rows[0]?.oldest ?? null };
  });
}
