import type { ClickHouse } from "@airlock/platform/clickhouse";

/**
 * A mark is written while its insert runs, so a count shortly after may not have seen the rows. An insert that takes longer than this was given up by
 * its sender and is repeated, with another mark.
 */
export const settleMillis = 60_000;

/** Distinct executions per minute. The table's sorting key identifies an execution, so FINAL removes duplicates. */
export function countedMinutes(where: string): string {
  return `SELECT organisation, version, toStartOfMinute(toDateTime(started, 'UTC')) AS minute,
      countIf(status = 'completed') AS completed, countIf(status = 'failed') AS failed,
      sum(duration_us) AS duration_sum, max(duration_us) AS duration_max
    FROM executions FINAL WHERE ${where} GROUP BY organisation, version, minute`;
}

/** For a row of `execution_minutes FINAL`: whether executions were inserted that its count may not include. */
export const isUncounted = "counted <= marked + toIntervalMillisecond({settle:UInt32})";

interface CountMinutesOptions {
  readonly settleMillis?: number;
  /** Only minutes that were marked later than this, in milliseconds since the epoch: those that an earlier pass cannot have seen. */
  readonly since?: number;
  /** The time range of one statement. A longer one is faster in total, but each statement takes longer. */
  readonly stretchSeconds?: number;
  readonly signal?: AbortSignal;
}

/**
 * Counts the minutes that were marked since they were last counted, one hour per statement, so that neither a backlog nor the first count of a large
 * table needs more memory than an hour does. Safe in several workers. Returns how many minutes were due and when it began, by ClickHouse's clock.
 */
export async function countMinutes(
  clickhouse: ClickHouse,
  options: CountMinutesOptions = {},
): Promise<{ readonly minutes: number; readonly began: number }> {
  const { settleMillis: settle = settleMillis, since = 0, stretchSeconds = 3600, signal } = options;
  const [clock] = await clickhouse.query<{ readonly now: number }>("SELECT toUnixTimestamp64Milli(now64(3)) AS now");
  const began = clock?.now ?? 0;
  const isDue = `${isUncounted} AND marked < fromUnixTimestamp64Milli({began:Int64}) - toIntervalMillisecond({settle:UInt32})`;
  const stretches = await clickhouse.query<{ readonly first: number; readonly last: number; readonly minutes: number }>(
    `SELECT toUnixTimestamp(min(minute)) AS first, toUnixTimestamp(max(minute)) AS last, count() AS minutes
     FROM execution_minutes FINAL
     WHERE minute IN (SELECT minute FROM execution_minutes WHERE marked > fromUnixTimestamp64Milli({since:Int64})) AND ${isDue}
     GROUP BY intDiv(toUnixTimestamp(minute), {stretch:UInt32}) ORDER BY first DESC`,
    { began, settle, since, stretch: stretchSeconds },
  );
  let minutes = 0;
  for (const stretch of stretches) {
    if (signal?.aborted === true) break;
    await clickhouse.command(
      `INSERT INTO execution_minutes (organisation, version, minute, counted, completed, failed, duration_sum, duration_max)
       WITH due AS (
         SELECT organisation, version, minute FROM execution_minutes FINAL
         WHERE minute BETWEEN toDateTime({first:UInt32}, 'UTC') AND toDateTime({last:UInt32}, 'UTC') AND ${isDue}
       )
       SELECT organisation, version, minute, fromUnixTimestamp64Milli({began:Int64}),
         max(completed), max(failed), max(duration_sum), max(duration_max)
       FROM (
         SELECT *, 0 AS completed, 0 AS failed, 0 AS duration_sum, 0 AS duration_max FROM due
         UNION ALL
         ${countedMinutes(
           `started >= toDateTime64({first:UInt32}, 6, 'UTC') AND started < toDateTime64({last:UInt32} + 60, 6, 'UTC')
            AND (organisation, version, toStartOfMinute(toDateTime(started, 'UTC'))) IN due`,
         )}
       )
       GROUP BY organisation, version, minute`,
      { began, settle, first: stretch.first, last: stretch.last },
    );
    minutes += stretch.minutes;
  }
  return { minutes, began };
}
