import { ALL } from "@airlock/contract";
import { countedMinutes, isUncounted, settleMillis } from "@airlock/backend/executions";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { Range } from "./granularity.ts";

/** Statistics of the executions in one bucket. */
export interface BucketCount {
  readonly completed: number;
  readonly failed: number;
  /** Of all of them, in microseconds. */
  readonly durationSum: number;
}

/** By the start of the bucket, in seconds since the epoch. */
export type Counts = ReadonlyMap<number, BucketCount>;

interface Row {
  readonly bucket: number;
  readonly completed: number;
  readonly failed: number;
  readonly duration_sum: number;
}

const none: BucketCount = { completed: 0, failed: 0, durationSum: 0 };

/** Executions count once each, however often they were inserted. Empty buckets are included with 0. */
export async function countExecutions(
  clickhouse: ClickHouse,
  organisationId: string,
  key: string,
  range: Range,
  settle = settleMillis,
): Promise<Counts> {
  const { from, to, granularity } = range;
  const parameters = { organisation: organisationId, version: key, step: granularity.seconds, from, to, settle };
  const rows = granularity.seconds % 60 === 0 ? await byMinutes(clickhouse, parameters) : await byExecutions(clickhouse, parameters);
  const counted = new Map(rows.map((row) => [row.bucket, row]));
  const counts = new Map<number, BucketCount>();
  for (let bucket = from; bucket < to; bucket += granularity.seconds) {
    const row = counted.get(bucket);
    counts.set(bucket, row === undefined ? none : { completed: row.completed, failed: row.failed, durationSum: row.duration_sum });
  }
  return counts;
}

const whose = `organisation = {organisation:String} AND ({version:String} = '${ALL}' OR version = {version:String})`;
const within = "minute >= toDateTime({from:Int64}, 'UTC') AND minute < toDateTime({to:Int64}, 'UTC')";

interface HourRow extends Row {
  readonly hour: number;
  /** The first and last minute with executions that arrived since it was counted; 0 if there are none. */
  readonly first: number;
  readonly last: number;
}

const sums = "sum(completed) AS completed, sum(failed) AS failed, sum(duration_sum) AS duration_sum";
const bucketOfMinute = "intDiv(toUnixTimestamp(minute), {step:UInt32}) * {step:UInt32} AS bucket";

/** Counted minutes are read once. An hour with executions that arrived since is excluded and counted separately: usually it is the current one. */
async function byMinutes(clickhouse: ClickHouse, parameters: Readonly<Record<string, unknown>>): Promise<readonly Row[]> {
  const hours = await clickhouse.query<HourRow>(
    `SELECT toUnixTimestamp(toStartOfHour(minute)) AS hour, ${bucketOfMinute}, ${sums},
       toUnixTimestamp(minIf(minute, ${isUncounted})) AS first, toUnixTimestamp(maxIf(minute, ${isUncounted})) AS last
     FROM (SELECT minute, marked, counted, completed, failed, duration_sum FROM execution_minutes FINAL WHERE ${whose} AND ${within})
     GROUP BY hour, bucket`,
    parameters,
  );
  const unsettled = new Map<number, Stretch>();
  for (const { hour, first, last } of hours) {
    if (last === 0) continue;
    const known = unsettled.get(hour);
    unsettled.set(
      hour,
      known === undefined ? { hour, first, last } : { ...known, first: Math.min(known.first, first), last: Math.max(known.last, last) },
    );
  }
  const settled = hours.filter(({ hour }) => !unsettled.has(hour));
  return sumByBucket([...settled, ...(unsettled.size === 0 ? [] : await unsettledHours(clickhouse, parameters, [...unsettled.values()]))]);
}

interface Stretch {
  readonly hour: number;
  readonly first: number;
  readonly last: number;
}

/** Of two counts of a minute the larger one is complete. */
function unsettledHours(
  clickhouse: ClickHouse,
  parameters: Readonly<Record<string, unknown>>,
  stretches: readonly Stretch[],
): Promise<readonly Row[]> {
  const anyOf = (stretch: (one: Stretch) => string) => stretches.map((one) => `(${stretch(one)})`).join(" OR ");
  const columns = "version, minute, completed, failed, duration_sum";
  const inHours = anyOf(({ hour }) => `minute >= toDateTime(${hour}, 'UTC') AND minute < toDateTime(${hour + 3600}, 'UTC')`);
  const inTime = anyOf(
    ({ first, last }) => `started >= toDateTime64(${first}, 6, 'UTC') AND started < toDateTime64(${last + 60}, 6, 'UTC')`,
  );
  return clickhouse.query<Row>(
    `SELECT ${bucketOfMinute}, ${sums}
     FROM (
       SELECT minute, max(completed) AS completed, max(failed) AS failed, max(duration_sum) AS duration_sum
       FROM (
         SELECT ${columns} FROM execution_minutes FINAL WHERE ${whose} AND ${within} AND (${inHours})
         UNION ALL
         SELECT ${columns} FROM (${countedMinutes(`${whose} AND (${inTime})`)})
       )
       GROUP BY version, minute
     )
     GROUP BY bucket`,
    parameters,
  );
}

function sumByBucket(rows: readonly Row[]): readonly Row[] {
  const sum = new Map<number, Row>();
  for (const { bucket, completed, failed, duration_sum } of rows) {
    const known = sum.get(bucket);
    sum.set(bucket, {
      bucket,
      completed: (known?.completed ?? 0) + completed,
      failed: (known?.failed ?? 0) + failed,
      duration_sum: (known?.duration_sum ?? 0) + duration_sum,
    });
  }
  return [...sum.values()];
}

/** For buckets that split minutes, which never cover more than a day or two. */
function byExecutions(clickhouse: ClickHouse, parameters: Readonly<Record<string, unknown>>): Promise<readonly Row[]> {
  return clickhouse.query<Row>(
    `SELECT intDiv(toUnixTimestamp(started), {step:UInt32}) * {step:UInt32} AS bucket,
       countIf(status = 'completed') AS completed, countIf(status = 'failed') AS failed, sum(duration_us) AS duration_sum
     FROM executions FINAL
     WHERE ${whose} AND started >= toDateTime64({from:Int64}, 6, 'UTC') AND started < toDateTime64({to:Int64}, 6, 'UTC')
     GROUP BY bucket`,
    parameters,
  );
}
