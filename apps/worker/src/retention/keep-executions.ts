import type { Log } from "@airlock/platform";
import { countMinutes, isUncounted, retentionCutoff, settleMillis } from "@airlock/backend/executions";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { OwnBucket } from "@airlock/platform/own-bucket";

/** The retention of an organisation in days; 0 for a deleted one. */
export interface Keeping {
  readonly organisationId: string;
  readonly days: number;
}

export interface KeepExecutionsOptions {
  readonly clickhouse: ClickHouse;
  readonly bucket: Pick<OwnBucket, "list" | "remove" | "discardUnfinished">;
  readonly log: Log;
  readonly now?: () => number;
  readonly settleMillis?: number;
  /** Aborted when the process stops: the next organisation is left to another worker. */
  readonly signal?: AbortSignal;
}

/** Limit of organisations per statement. */
const atOnce = 200;

/**
 * Drops executions beyond their organisation's retention, and everything of deleted organisations. Counts per minute are kept, so nothing is dropped
 * before it is counted. An organisation that fails does not affect others; its error is thrown at the end. Idempotent and safe to run
 * concurrently. Returns the organisations of which something was dropped.
 */
export async function keepExecutions(keepings: readonly Keeping[], options: KeepExecutionsOptions): Promise<readonly string[]> {
  const { clickhouse, log, now = Date.now } = options;
  const dropped: string[] = [];
  const failures: unknown[] = [];
  const kept = keepings.filter(({ days }) => days > 0);
  if (kept.length > 0) await countMinutes(clickhouse, { settleMillis: options.settleMillis ?? settleMillis });
  for (let from = 0; from < kept.length; from += atOnce) {
    const due: string[] = [];
    for (const { organisationId, days } of kept.slice(from, from + atOnce)) {
      if (options.signal?.aborted === true) break;
      const before = retentionCutoff(days, now());
      try {
        if (await isDue(clickhouse, organisationId, before, options.settleMillis ?? settleMillis)) {
          due.push(`(organisation = ${quoted(organisationId)} AND started < toDateTime64(${before}, 6, 'UTC'))`);
          dropped.push(organisationId);
        }
        if ((await dropOlder(clickhouse, organisationId, before)) && !dropped.includes(organisationId)) dropped.push(organisationId);
      } catch (error) {
        failures.push(error);
      }
    }
    if (due.length > 0) await clickhouse.command(`ALTER TABLE executions DELETE WHERE ${due.join(" OR ")} SETTINGS mutations_sync = 1`);
  }
  for (const { organisationId } of keepings.filter(({ days }) => days === 0)) {
    if (options.signal?.aborted === true) break;
    try {
      if (await forget(organisationId, options)) dropped.push(organisationId);
    } catch (error) {
      failures.push(error);
    }
  }
  if (dropped.length > 0) log.info({ organisations: dropped.length }, "executions beyond the retention were dropped");
  if (failures.length > 0) throw failures[0];
  return dropped;
}

/** Tables and their time columns. Without counts per minute, which contain no personal data. */
const keptAsLong = [
  ["prediction_hours", "hour"],
  ["prediction_outcomes", "hour"],
  ["refused_requests", "at"],
  ["shadow_results", "started"],
] as const;

/** Drops what has the same retention as executions: drift counts, refused requests and shadow results. */
async function dropOlder(clickhouse: ClickHouse, organisation: string, before: number): Promise<boolean> {
  let any = false;
  for (const [table, time] of keptAsLong) {
    const old = `organisation = ${quoted(organisation)} AND ${time} < toDateTime(${before}, 'UTC')`;
    const [left] = await clickhouse.query(`SELECT 1 FROM ${table} WHERE ${old} LIMIT 1`);
    if (left === undefined) continue;
    any = true;
    await clickhouse.command(`ALTER TABLE ${table} DELETE WHERE ${old} SETTINGS mutations_sync = 1`);
  }
  return any;
}

/** Whether there are executions beyond the retention, and all of them are counted. */
async function isDue(clickhouse: ClickHouse, organisation: string, before: number, settle: number): Promise<boolean> {
  const [old] = await clickhouse.query(
    "SELECT 1 FROM executions WHERE organisation = {organisation:String} AND started < toDateTime64({before:Int64}, 6, 'UTC') LIMIT 1",
    { organisation, before },
  );
  if (old === undefined) return false;
  const [uncounted] = await clickhouse.query(
    `SELECT 1 FROM execution_minutes FINAL
     WHERE organisation = {organisation:String} AND minute < toDateTime({before:Int64}, 'UTC') AND ${isUncounted} LIMIT 1`,
    { organisation, before, settle },
  );
  return uncounted === undefined;
}

/** Tables with rows of several organisations. Tables of one datasource or result are swept elsewhere. */
const shared = [
  "executions",
  "execution_minutes",
  "comparison_records",
  "rejected_rows",
  "prediction_hours",
  "prediction_outcomes",
  "refused_requests",
  "shadow_results",
];

/** Deletes everything of a deleted organisation: executions, counts and files. */
async function forget(organisation: string, { clickhouse, bucket }: KeepExecutionsOptions): Promise<boolean> {
  let any = false;
  for (const table of shared) {
    const [left] = await clickhouse.query(`SELECT 1 FROM ${table} WHERE organisation = {organisation:String} LIMIT 1`, { organisation });
    if (left === undefined) continue;
    any = true;
    await clickhouse.command(`ALTER TABLE ${table} DELETE WHERE organisation = ${quoted(organisation)} SETTINGS mutations_sync = 1`);
  }
  const folder = `organisations/${organisation}/`;
  for (const { name } of await bucket.list(folder, 1_000)) {
    any = true;
    await bucket.remove(name);
  }
  // The rows of `uploads` and `exports` were deleted with the organisation.
  return (await bucket.discardUnfinished(folder)) > 0 || any;
}

/** Inlined into the statement, because ClickHouse stores the text of a mutation. Ids need no escaping; anything else is refused. */
function quoted(id: string): string {
  if (!/^[0-9A-Za-z_-]{1,64}$/.test(id)) throw new Error("An id is not an id.");
  return `'${id}'`;
}
