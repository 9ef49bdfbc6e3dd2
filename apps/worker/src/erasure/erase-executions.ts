import { isId } from "@airlock/platform";
import { recordPlace, type ClickHouse } from "@airlock/platform/clickhouse";
import type { RememberedVersion } from "../execution/remembered-versions.ts";

export interface ErasureRule {
  readonly organisationId: string;
  readonly field: string;
  /** In hexadecimal, as is the hash of it and the value. */
  readonly salt: string;
  readonly hash: string;
}

/** Found at once; they are then erased a slice at a time. */
const atOnce = 10_000;
const slice = 1_000;

/**
 * Erases the records of a version's executions whose field had the value, also of those that are there twice. Answers how many.
 * `insertedAfter`: only what arrived since, in seconds since the epoch.
 */
export async function eraseExecutions(
  clickhouse: ClickHouse,
  rule: ErasureRule,
  version: RememberedVersion,
  insertedAfter = 0,
): Promise<number> {
  const at = version.plan.applicationFields.findIndex(({ name }) => name === rule.field) + 1;
  if (at === 0) return 0;
  const here = `record, ${recordPlace.application}, ${at}`;
  const value =
    version.plan.applicationFields[at - 1]?.type === "String" ? `JSONExtractString(${here})` : `toString(JSONExtractFloat(${here}))`;
  let erased = 0;
  for (;;) {
    const found = await clickhouse.query<{ readonly id: string; readonly at: number }>(
      `SELECT DISTINCT id, toUnixTimestamp64Micro(started) AS at FROM executions
       WHERE organisation = {organisation:String} AND version = {version:String} AND erased = 0
         AND inserted >= toDateTime64({after:Int64}, 3, 'UTC') AND JSONType(${here}) NOT IN ('Null', 'NULL_VALUE')
         AND SHA256(concat({salt:String}, ${value})) = unhex({hash:String})
       LIMIT ${atOnce}`,
      { organisation: rule.organisationId, version: version.id, after: insertedAfter, salt: rule.salt, hash: rule.hash },
    );
    for (let from = 0; from < found.length; from += slice) {
      const rows = found.slice(from, from + slice).filter(({ id }) => isId(id));
      if (rows.length > 0) await erase(clickhouse, rule.organisationId, version.id, rows);
    }
    erased += found.length;
    if (found.length < atOnce) return erased;
  }
}

/** By id and time, because a mutation is remembered as text: what the person was found by must not stand in it. */
async function erase(
  clickhouse: ClickHouse,
  organisation: string,
  version: string,
  rows: readonly { readonly id: string; readonly at: number }[],
): Promise<void> {
  const times = rows.map(({ at }) => at);
  const ids = rows.map(({ id }) => `'${id}'`).join(", ");
  await clickhouse.command(
    `ALTER TABLE executions UPDATE record = '', erased = now()
     WHERE organisation = {organisation:String} AND version = {version:String}
       AND started >= fromUnixTimestamp64Micro(${Math.min(...times)}, 'UTC') AND started <= fromUnixTimestamp64Micro(${Math.max(...times)}, 'UTC')
       AND id IN (${ids})
     SETTINGS mutations_sync = 1`,
    { organisation, version },
  );
  // As if they had arrived: whatever was counted by their values is counted again, without them.
  await clickhouse.command(
    `INSERT INTO execution_minutes (organisation, version, minute, marked)
     SELECT {organisation:String}, {version:String}, toStartOfMinute(toDateTime(arrayJoin({minutes:Array(UInt32)}), 'UTC')), now64(3, 'UTC')`,
    { organisation, version, minutes: [...new Set(times.map((at) => Math.floor(at / 60_000_000) * 60))] },
  );
}
