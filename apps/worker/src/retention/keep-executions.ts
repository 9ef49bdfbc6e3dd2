import type { Log } from "@airlock/platform";
import { countMinutes, isUncounted, retentionCutoff, settleMillis } from "@airlock/backend/executions";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { OwnBucket } from "@airlock/platform/own-bucket";

/** Days that an organisation keeps its executions; 0 for one that was deleted. */
export interface Keeping {
  readonly organisationId: string;
  readonly days: number;
}

export interface KeepExecutionsOptions {
  readonly clickhouse: ClickHouse;
  readonly bucket: Pick<OwnBucket, "list" | "remove">;
  readonly log: Log;
  readonly now?: () => number;
  readonly settleMillis?: number;
}

/** Organisations that one statement is about. */
const atOnce = 200;

/**
 * Drops executions that are older than their organisation keeps them, and everything of organisations that are gone. The counts of
 * each minute stay, so nothing is dropped before it is counted. Doing it twice, or two doing it at once, drops nothing more.
 * Answers the organisations that something was dropped of.
 */
export async function keepExecutions(keepings: readonly Keeping[], options: KeepExecutionsOptions): Promise<readonly string[]> {
  const { clickhouse, log, now = Date.now } = options;
  const dropped: string[] = [];
  const kept = keepings.filter(({ days }) => days > 0);
  if (kept.length > 0) await countMinutes(clickhouse, { settleMillis: options.settleMillis ?? settleMillis });
  for (let from = 0; from < kept.length; from += atOnce) {
    const due: string[] = [];
    for (const { organisationId, days } of kept.slice(from, from + atOnce)) {
      const before = retentionCutoff(days, now());
      if (await isDue(clickhouse, organisationId, before, options.settleMillis ?? settleMillis)) {
        due.push(`(organisation = ${quoted(organisationId)} AND started < toDateTime64(${before}, 6, 'UTC'))`);
        dropped.push(organisationId);
      }
      if ((await dropOlder(clickhouse, organisationId, before)) && !dropped.includes(organisationId)) dropped.push(organisationId);
    }
    if (due.length > 0) await clickhouse.command(`ALTER TABLE executions DELETE WHERE ${due.join(" OR ")} SETTINGS mutations_sync = 1`);
  }
  for (const { organisationId } of keepings.filter(({ days }) => days === 0)) {
    if (await forget(organisationId, options)) dropped.push(organisationId);
  }
  if (dropped.length > 0) log.info({ organisations: dropped.length }, "executions were dropped that are not kept any longer");
  return dropped;
}

/** With their time. Counts by minute are not among them: they are not about anyone. */
const keptAsLong = [
  ["prediction_hours", "hour"],
  ["prediction_outcomes", "hour"],
  ["refused_requests", "at"],
  ["shadow_results", "started"],
] as const;

/** Drops what is kept no longer than executions: what was counted of live decisions by their values, refused requests, and results of shadows. */
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

/** Something is old enough, and all of it is counted. */
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

/** Whose rows say which organisation they are of. Tables of one datasource or result are swept where they are made. */
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

/** Of an organisation that is gone nothing stays: no execution, no count, no file. */
async function forget(organisation: string, { clickhouse, bucket }: KeepExecutionsOptions): Promise<boolean> {
  let any = false;
  for (const table of shared) {
    const [left] = await clickhouse.query(`SELECT 1 FROM ${table} WHERE organisation = {organisation:String} LIMIT 1`, { organisation });
    if (left === undefined) continue;
    any = true;
    await clickhouse.command(`ALTER TABLE ${table} DELETE WHERE organisation = ${quoted(organisation)} SETTINGS mutations_sync = 1`);
  }
  for (const { name } of await bucket.list(`organisations/${organisation}/`, 1_000)) {
    any = true;
    await bucket.remove(name);
  }
  return any;
}

/** A mutation is remembered as text, so its values are written into it. Ids have nothing to escape; whatever has is refused. */
function quoted(id: string): string {
  if (!/^[0-9A-Za-z_-]{1,64}$/.test(id)) throw new Error("An id is not an id.");
  return `'${id}'`;
}
