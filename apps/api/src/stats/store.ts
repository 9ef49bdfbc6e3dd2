import { ALL } from "@airlock/contract";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { Range } from "./granularity.ts";

/** Start of bucket, in seconds since the epoch, to the number of executions in it. */
export type Counts = ReadonlyMap<number, number>;

/** An execution may be in the table twice until parts merge, so ids are counted, not rows. Empty buckets are there as 0. */
export async function countExecutions(clickhouse: ClickHouse, organisationId: string, key: string, range: Range): Promise<Counts> {
  const { from, to, granularity } = range;
  const rows = await clickhouse.query<{ readonly bucket: number; readonly executions: number }>(
    `SELECT intDiv(toUnixTimestamp(started), {step:UInt32}) * {step:UInt32} AS bucket, uniqExact(id) AS executions
     FROM executions
     WHERE organisation = {organisation:String}
       AND ({version:String} = '${ALL}' OR version = {version:String})
       AND started >= toDateTime64({from:Int64}, 6, 'UTC') AND started < toDateTime64({to:Int64}, 6, 'UTC')
     GROUP BY bucket`,
    { organisation: organisationId, version: key, step: granularity.seconds, from, to },
  );
  const counted = new Map(rows.map((row) => [row.bucket, row.executions]));
  const counts = new Map<number, number>();
  for (let bucket = from; bucket < to; bucket += granularity.seconds) counts.set(bucket, counted.get(bucket) ?? 0);
  return counts;
}
