import { ALL } from "@airlock/contract";
import { countedMinutes, detailedMinutes, isUndetailed, settleMillis, type OutcomeSources } from "@airlock/backend/executions";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { Range } from "./granularity.ts";

/** Statistics of the executions in a bucket or of a version. */
export interface Details {
  readonly completed: number;
  readonly failed: number;
  /** Executions by duration bucket. */
  readonly durations: ReadonlyMap<number, number>;
  readonly outcomes: ReadonlyMap<string, number>;
  readonly reasons: ReadonlyMap<string, number>;
}

export interface CountedDetails {
  /** By the start of the bucket, in seconds since the epoch; empty buckets are omitted. */
  readonly buckets: ReadonlyMap<number, Details>;
  readonly versions: ReadonlyMap<string, Details>;
}

/** An hour whose executions must be counted now, because some arrived since a worker counted them. */
interface Stretch {
  readonly hour: number;
  /** The first and last minute in it with such executions. */
  readonly first: number;
  readonly last: number;
  readonly versions: readonly string[];
}

export interface DetailsPlan {
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Versions that had executions. */
  readonly versionIds: readonly string[];
  readonly stretches: readonly Stretch[];
}

const whose = `organisation = {organisation:String} AND ({version:String} = '${ALL}' OR version = {version:String})`;
const within = "minute >= toDateTime({from:Int64}, 'UTC') AND minute < toDateTime({to:Int64}, 'UTC')";
/** A worker counts within two minutes. Minutes that were marked earlier and are not counted are older than the columns, or the worker is down. */
const ownMinutes = 15;
const maxHours = 100;

/** Finds the hours to count now and the versions. */
export async function planDetails(
  clickhouse: ClickHouse,
  organisationId: string,
  key: string,
  { from, to, granularity }: Range,
  settle = settleMillis,
): Promise<DetailsPlan> {
  const parameters = { organisation: organisationId, version: key, step: granularity.seconds, from, to, settle };
  const [versions, stretches] = await Promise.all([
    clickhouse.query<{ readonly id: string }>(
      `SELECT DISTINCT toString(version) AS id FROM execution_minutes WHERE ${whose} AND ${within}`,
      parameters,
    ),
    clickhouse.query<Stretch>(
      `SELECT toUnixTimestamp(toStartOfHour(minute)) AS hour, toUnixTimestamp(min(minute)) AS first, toUnixTimestamp(max(minute)) AS last,
         groupUniqArray(toString(version)) AS versions
       FROM (SELECT version, minute, marked, detailed FROM execution_minutes FINAL WHERE ${whose} AND ${within})
       WHERE ${isUndetailed} AND marked > now64(3) - toIntervalMinute(${ownMinutes})
       GROUP BY hour ORDER BY hour DESC LIMIT ${maxHours}`,
      parameters,
    ),
  ]);
  return { parameters, versionIds: versions.map(({ id }) => id), stretches };
}

interface Row {
  readonly isVersion: number;
  readonly bucket: number;
  readonly version: string;
  readonly completed: number;
  readonly failed: number;
  readonly durations: Readonly<Record<string, number>>;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly reasons: Readonly<Record<string, number>>;
}

const columns = "toString(version) AS version, minute, completed, failed, durations, outcomes, reasons";

/** Sums of minutes by bucket and by version; those of the stretches are counted from the executions. */
export async function readDetails(
  clickhouse: ClickHouse,
  { parameters, stretches }: DetailsPlan,
  sources: OutcomeSources,
): Promise<CountedDetails> {
  const rows = await clickhouse.query<Row>(
    `SELECT grouping(bucket) AS isVersion, bucket, version, sum(completed) AS completed, sum(failed) AS failed,
       sumMap(durations) AS durations, sumMap(outcomes) AS outcomes, sumMap(reasons) AS reasons
     FROM (SELECT *, intDiv(toUnixTimestamp(minute), {step:UInt32}) * {step:UInt32} AS bucket FROM (${minutes(stretches, sources)}))
     GROUP BY GROUPING SETS ((bucket), (version))`,
    parameters,
  );
  const buckets = new Map<number, Details>();
  const versions = new Map<string, Details>();
  for (const { isVersion, bucket, version, completed, failed, durations, outcomes, reasons } of rows) {
    const details: Details = {
      completed,
      failed,
      durations: new Map(Object.entries(durations).map(([step, count]) => [Number(step), count])),
      outcomes: new Map(Object.entries(outcomes)),
      reasons: new Map(Object.entries(reasons)),
    };
    if (isVersion === 1) versions.set(version, details);
    else buckets.set(bucket, details);
  }
  return { buckets, versions };
}

/** Of two counts of a minute the larger one is complete. */
function minutes(stretches: readonly Stretch[], sources: OutcomeSources): string {
  const counted = `SELECT ${columns} FROM execution_minutes FINAL WHERE ${whose} AND ${within}`;
  if (stretches.length === 0) return counted;
  const anyOf = (stretch: (one: Stretch) => string) => `(${stretches.map((one) => `(${stretch(one)})`).join(" OR ")})`;
  const inHours = anyOf(({ hour }) => `minute >= toDateTime(${hour}, 'UTC') AND minute < toDateTime(${hour + 3600}, 'UTC')`);
  const inTime = `${whose} AND ${anyOf(
    ({ first, last }) => `started >= toDateTime64(${first}, 6, 'UTC') AND started < toDateTime64(${last + 60}, 6, 'UTC')`,
  )}`;
  const none = { number: "toUInt64(0)", durations: "map()::Map(UInt16, UInt64)", texts: "map()::Map(String, UInt64)" };
  return `${counted} AND NOT ${inHours}
    UNION ALL
    SELECT version, minute, max(completed) AS completed, max(failed) AS failed,
      maxMap(durations) AS durations, maxMap(outcomes) AS outcomes, maxMap(reasons) AS reasons
    FROM (
      ${counted} AND ${inHours}
      UNION ALL
      SELECT toString(version) AS version, minute, completed, failed, ${none.durations}, ${none.texts}, ${none.texts} FROM (${countedMinutes(inTime)})
      UNION ALL
      SELECT version, minute, ${none.number}, ${none.number}, durations, outcomes, reasons FROM (${detailedMinutes(inTime, sources)})
    )
    GROUP BY version, minute`;
}
