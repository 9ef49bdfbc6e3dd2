import type { BucketEntry } from "@airlock/platform";
import type { Client } from "pg";

/** An entry that is newer than Postgres, and its state. */
export interface EntryAhead {
  readonly kind: "version" | "key";
  readonly id: string;
  readonly number: number;
  /** Whether Postgres must not restore it: it was deleted, or for a version stopped. */
  readonly ended: boolean;
}

/** A margin for numbers that only the disks of runtimes have, if JetStream was lost together with Postgres. */
const numbersSkipped = 1_000_000_000;

export async function entriesAhead(
  client: Client,
  buckets: { readonly deployments: readonly BucketEntry<"deployments">[]; readonly keys: readonly BucketEntry<"keys">[] },
): Promise<readonly EntryAhead[]> {
  const last = Number((await client.query<{ last_value: string }>("select last_value from airlock.order_numbers")).rows[0]?.last_value);
  const aheadOf = (kind: EntryAhead["kind"], entries: readonly BucketEntry<"deployments" | "keys">[]): readonly EntryAhead[] =>
    entries.flatMap(({ key: id, value, signature }) => {
      if (signature === undefined || signature.sequence <= last) return [];
      const isStopped = value !== undefined && "desired" in value && value.desired === "stopped";
      return [{ kind, id, number: signature.sequence, ended: signature.deleted || isStopped }];
    });
  return [...aheadOf("version", buckets.deployments), ...aheadOf("key", buckets.keys)];
}

/** In one transaction, as the owner: the audit's triggers record the changes. */
export async function acceptRestore(
  client: Client,
  ahead: readonly EntryAhead[],
): Promise<{ readonly revoked: number; readonly stopped: number; readonly number: number }> {
  const ended = (kind: EntryAhead["kind"]) => ahead.filter((entry) => entry.kind === kind && entry.ended).map(({ id }) => id);
  const highest = ahead.reduce((max, { number }) => Math.max(max, number), 0);
  await client.query("begin");
  try {
    const revoked = await client.query("update keys set revoked_at = now() where id = any($1) and revoked_at is null", [ended("key")]);
    const stopped = await client.query(
      "update versions set desired = 'stopped', deployment_status = 'stopped', deployment_message = '' where id = any($1) and desired = 'serving'",
      [ended("version")],
    );
    const moved = await client.query<{ number: string }>(
      "select setval('airlock.order_numbers', greatest(last_value, $1::bigint) + $2::bigint) as number from airlock.order_numbers",
      [highest, numbersSkipped],
    );
    await client.query("commit");
    return { revoked: revoked.rowCount ?? 0, stopped: stopped.rowCount ?? 0, number: Number(moved.rows[0]?.number) };
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
