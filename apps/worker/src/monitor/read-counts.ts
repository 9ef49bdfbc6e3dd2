import { countedMinutes, detailedMinutes, isUncounted, isUndetailed, settleMillis, type OutcomeSources } from "@airlock/backend/executions";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { WindowCounts } from "./measure.ts";

/** Windows of one length that end at the same time, and those of earlier weeks. */
export interface WindowsQuery {
  readonly organisationId: string;
  readonly versionIds: readonly string[];
  /** Where executions of the last minutes have their outcomes. */
  readonly sources: OutcomeSources;
  /** The end of the newest window, in seconds since the epoch, at a whole minute. */
  readonly end: number;
  readonly windowMinutes: number;
  readonly isWithPast: boolean;
  /** Number of windows before the newest, for the chart of a monitor that is evaluated for the first time. */
  readonly earlierWindows?: number;
}

/** Counts of each version by the start of the window, in seconds since the epoch. */
export type CountedWindows = ReadonlyMap<string, ReadonlyMap<number, WindowCounts>>;

interface Row {
  readonly version: string;
  readonly start: number;
  readonly completed: number;
  readonly failed: number;
  readonly durations: Readonly<Record<string, number>>;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly reasons: Readonly<Record<string, number>>;
}

const weekSeconds = 604_800;
export const pastWeeks = 4;
/** Minutes are normally counted within two. Beyond this time, minutes that are still not counted are left to the counting task. */
const recentSeconds = 900;

/** The starts of the windows of an earlier week that are compared: that of the same time, the one before and the one after. */
export function pastStarts(end: number, windowMinutes: number, week: number): readonly number[] {
  const length = windowMinutes * 60;
  const same = end - length - week * weekSeconds;
  return [same - length, same, same + length];
}

/** One statement for all versions. Minutes that are not counted yet are counted from the executions; of two counts the larger one is complete. */
export async function readWindows(clickhouse: ClickHouse, query: WindowsQuery): Promise<CountedWindows> {
  const { organisationId, versionIds, sources, end, windowMinutes, isWithPast, earlierWindows = 0 } = query;
  const length = windowMinutes * 60;
  const start = end - (earlierWindows + 1) * length;
  const whose = `organisation = {organisation:String} AND version IN (${versionIds.map(quoted).join(", ")})`;
  const past = isWithPast ? Array.from({ length: pastWeeks }, (_, index) => pastStarts(end, windowMinutes, index + 1)) : [];
  const ranges = [[start, end] as const, ...past.map((starts) => [starts[0] ?? 0, (starts.at(-1) ?? 0) + length] as const)];
  const within = ranges.map(([from, to]) => `minute >= toDateTime(${from}, 'UTC') AND minute < toDateTime(${to}, 'UTC')`).join(" OR ");
  const recent = Math.max(start, end - recentSeconds);
  const isRecent = `${whose} AND started >= toDateTime64(${recent}, 6, 'UTC') AND started < toDateTime64(${end}, 6, 'UTC')
    AND (organisation, version, toStartOfMinute(toDateTime(started, 'UTC'))) IN (
      SELECT organisation, version, minute FROM execution_minutes FINAL
      WHERE ${whose} AND minute >= toDateTime(${recent}, 'UTC') AND minute < toDateTime(${end}, 'UTC') AND (${isUncounted} OR ${isUndetailed})
    )`;
  const none = { number: "toUInt64(0)", durations: "map()::Map(UInt16, UInt64)", texts: "map()::Map(String, UInt64)" };
  const rows = await clickhouse.query<Row>(
    `SELECT version, intDiv(toUnixTimestamp(minute) - {offset:UInt32}, {length:UInt32}) * {length:UInt32} + {offset:UInt32} AS start,
       sum(completed) AS completed, sum(failed) AS failed,
       sumMap(durations) AS durations, sumMap(outcomes) AS outcomes, sumMap(reasons) AS reasons
     FROM (
       SELECT version, minute, max(completed) AS completed, max(failed) AS failed,
         maxMap(durations) AS durations, maxMap(outcomes) AS outcomes, maxMap(reasons) AS reasons
       FROM (
         SELECT toString(version) AS version, minute, completed, failed, durations, outcomes, reasons
         FROM execution_minutes FINAL WHERE ${whose} AND (${within})
         UNION ALL
         SELECT toString(version) AS version, minute, completed, failed, ${none.durations}, ${none.texts}, ${none.texts} FROM (${countedMinutes(isRecent)})
         UNION ALL
         SELECT version, minute, ${none.number}, ${none.number}, durations, outcomes, reasons FROM (${detailedMinutes(isRecent, sources)})
       )
       GROUP BY version, minute
     )
     GROUP BY version, start`,
    { organisation: organisationId, settle: settleMillis, offset: end % length, length },
  );
  const found = new Map<string, Map<number, WindowCounts>>();
  for (const { version, start: at, completed, failed, durations, outcomes, reasons } of rows) {
    const counts: WindowCounts = {
      completed,
      failed,
      durations: new Map(Object.entries(durations).map(([step, count]) => [Number(step), count])),
      outcomes: new Map(Object.entries(outcomes)),
      reasons: new Map(Object.entries(reasons)),
    };
    found.set(version, (found.get(version) ?? new Map<number, WindowCounts>()).set(at, counts));
  }
  return found;
}

/** The first minute with an execution in the compared weeks, by version: before it, no decisions do not mean a volume of 0. */
export async function firstMinutes(
  clickhouse: ClickHouse,
  { organisationId, versionIds, end }: Pick<WindowsQuery, "organisationId" | "versionIds" | "end">,
): Promise<ReadonlyMap<string, number>> {
  const rows = await clickhouse.query<{ readonly version: string; readonly first: number }>(
    `SELECT toString(version) AS version, toUnixTimestamp(min(minute)) AS first FROM execution_minutes
     WHERE organisation = {organisation:String} AND version IN (${versionIds.map(quoted).join(", ")})
       AND minute >= toDateTime({from:UInt32}, 'UTC') GROUP BY version`,
    { organisation: organisationId, from: end - (pastWeeks + 1) * weekSeconds },
  );
  return new Map(rows.map(({ version, first }) => [version, first]));
}

/** In the text of the statement rather than as parameters, which are sent in the URL and limited in length. */
function quoted(id: string): string {
  if (!/^[0-9A-Za-z_-]{1,64}$/.test(id)) throw new Error("An id is not an id.");
  return `'${id}'`;
}
