import { settleMillis } from "@airlock/backend/executions";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { LiveModel } from "../across-organisations.ts";

export interface DueHour {
  readonly versionId: string;
  /** Seconds since the epoch. */
  readonly hour: number;
}

export interface DueOptions {
  /** Start of the retention, in seconds since the epoch. */
  readonly keptFrom: number;
  readonly settleMillis?: number;
}

const againSeconds = 10;
/** Limit of hours per call. If it is reached, there may be more. */
export const maxDue = 1_000;

/**
 * Hours of an organisation's versions whose executions arrived or were erased since the last count, or that were counted with other outcomes. A mark
 * is written while its insert runs, so an hour is counted again every few seconds until all pending inserts are visible.
 */
export function dueHours(
  clickhouse: ClickHouse,
  organisationId: string,
  pins: readonly LiveModel[],
  { keptFrom, settleMillis: settle = settleMillis }: DueOptions,
): Promise<readonly DueHour[]> {
  return clickhouse.query<DueHour>(
    `WITH pins AS (
       SELECT pin.1 AS version, pin.2 AS prediction, pin.3 AS model, pin.4 AS wanted
       FROM (SELECT arrayJoin(arrayZip({versions:Array(String)}, {predictions:Array(String)}, {models:Array(UInt32)}, {outcomes:Array(Int64)})) AS pin)
     ),
     marks AS (
       SELECT version, toStartOfHour(minute) AS hour, max(m.marked) AS marked FROM execution_minutes AS m
       WHERE organisation = {organisation:String} AND version IN {versions:Array(String)} AND minute >= toDateTime({from:UInt32}, 'UTC')
       GROUP BY version, hour
     ),
     counts AS (
       SELECT prediction, model, version, hour, max(h.counted) AS last, argMax(h.outcomes, h.counted) AS choice FROM prediction_hours AS h
       WHERE organisation = {organisation:String} AND version IN {versions:Array(String)} AND place = -2
       GROUP BY prediction, model, version, hour
     )
     SELECT marks.version AS versionId, toUnixTimestamp(marks.hour) AS hour
     FROM marks INNER JOIN pins ON pins.version = marks.version
     LEFT JOIN counts ON counts.version = marks.version AND counts.prediction = pins.prediction AND counts.model = pins.model
       AND counts.hour = marks.hour
     WHERE last <= marked OR choice != wanted
       OR (last <= marked + toIntervalMillisecond({settle:UInt32}) AND now64(3) > last + toIntervalSecond(${againSeconds}))
     GROUP BY versionId, hour ORDER BY versionId, hour DESC LIMIT ${maxDue}`,
    {
      organisation: organisationId,
      versions: pins.map(({ versionId }) => versionId),
      predictions: pins.map(({ predictionId }) => predictionId),
      models: pins.map(({ number }) => number),
      outcomes: pins.map(({ outcomes }) => outcomes),
      from: Math.max(0, keptFrom),
      settle,
    },
  );
}

/** Versions with marks since a time, in milliseconds of ClickHouse's clock, and the current time of that clock. */
export async function markedSince(
  clickhouse: ClickHouse,
  since: number,
): Promise<{ readonly versions: ReadonlySet<string>; readonly now: number }> {
  const [clock] = await clickhouse.query<{ readonly now: number }>("SELECT toUnixTimestamp64Milli(now64(3)) AS now");
  const rows = await clickhouse.query<{ readonly version: string }>(
    "SELECT DISTINCT version FROM execution_minutes WHERE marked > fromUnixTimestamp64Milli({since:Int64})",
    { since },
  );
  return { versions: new Set(rows.map(({ version }) => version)), now: clock?.now ?? 0 };
}
