import { otherOutcomes } from "@airlock/contract";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { OutcomeSource } from "./counted-version.ts";
import { durationStep } from "./duration-steps.ts";
import { settleMillis } from "./minutes.ts";
import { recordPosition } from "./record-sql.ts";

/** By version id; versions that have no outcome or are unknown are absent, and their outcomes are not counted. */
export type OutcomeSources = ReadonlyMap<string, OutcomeSource>;

/** Common outcomes that cannot be personal data. They are shown even if a flow takes them from elsewhere, such as a web call. */
const knownOutcomes = "^(?i)\\\\s*(approved?|accept(ed)?|refer(red)?|review|declined?|reject(ed)?)\\\\s*$";
const maxReasons = 200;

/** The outcome for display: a value that may be personal data is counted as `otherOutcomes`. */
export function shownOutcome(value: string, texts: string): string {
  return `multiIf(${value} = '' OR has(${texts}, ${value}) OR match(${value}, '${knownOutcomes}'), ${value}, '${otherOutcomes}')`;
}

/** Executions per minute by duration, outcome and reason code. FINAL removes duplicates of an execution. */
export function detailedMinutes(where: string, sources: OutcomeSources): string {
  const ones = (codes: string) => `mapFromArrays(${codes}, arrayMap(code -> toUInt64(1), ${codes}))`;
  // An erased execution has no execution record any more. Its minute was counted before, and the larger count is kept.
  return `SELECT organisation, version, minute,
      sumMap(map(step, toUInt64(1))) AS durations,
      sumMapIf(map(${shownOutcome("value", "texts")}, toUInt64(1)),
        position > 0 AND completed AND NOT gone) AS outcomes,
      ${mostFrequent(`sumMap(${ones("codes")})`)} AS reasons
    FROM (
      SELECT organisation, version, minute, step, completed, gone, codes, position, texts,
        JSONExtractString(record, ${recordPosition.runtime}, position) AS value
      FROM (
        SELECT organisation, toString(version) AS version, toStartOfMinute(toDateTime(started, 'UTC')) AS minute,
          ${durationStep("duration_us")} AS step, status = 'completed' AS completed, erased > 0 AS gone,
          CAST(reason_codes, 'Array(String)') AS codes, record
        FROM executions FINAL WHERE ${where}
      ) AS found
      LEFT ANY JOIN (
        SELECT source.1 AS version, source.2 AS position, source.3 AS texts
        FROM (SELECT arrayJoin(CAST([${sourceTuples(sources)}], 'Array(Tuple(String, UInt16, Array(String)))')) AS source)
      ) AS sources ON sources.version = found.version
    )
    GROUP BY organisation, version, minute`;
}

function mostFrequent(counts: string): string {
  const pairs = `arrayReverseSort(pair -> (pair.2, pair.1), CAST(${counts}, 'Array(Tuple(String, UInt64))'))`;
  return `CAST(arraySlice(${pairs}, 1, ${maxReasons}), 'Map(String, UInt64)')`;
}

/** In the text of the statement rather than as parameters, which are sent in the URL and limited in length. Texts are hexadecimal there. */
function sourceTuples(sources: OutcomeSources): string {
  return [...sources].map(([id, source]) => sourceTuple(id, source)).join(", ");
}

function sourceTuple(id: string, { position, texts }: OutcomeSource): string {
  return `(${quoted(id)}, ${position}, ${textArray(texts)})`;
}

/** An array literal of texts. */
export function textArray(texts: readonly string[]): string {
  return `CAST([${texts.map((text) => `unhex('${Buffer.from(text).toString("hex")}')`).join(", ")}], 'Array(String)')`;
}

/** ClickHouse's limit of a statement is 256 KB. */
const maxSourceText = 100_000;

/** As many as fit a statement. */
export function fittingSources(sources: OutcomeSources): OutcomeSources {
  let size = 0;
  return new Map([...sources].filter(([id, source]) => (size += sourceTuple(id, source).length) <= maxSourceText));
}

/** Ids need no escaping. */
function quoted(id: string): string {
  if (!isPlain(id)) throw new Error("An id is not an id.");
  return `'${id}'`;
}

function isPlain(id: string): boolean {
  return /^[0-9A-Za-z_-]{1,64}$/.test(id);
}

/** For a row of `execution_minutes FINAL`: whether executions were inserted that its details may not include. */
export const isUndetailed = "detailed <= marked + toIntervalMillisecond({settle:UInt32})";

interface DetailMinutesOptions {
  /** Where the execution records of these versions have their outcomes. */
  readonly sourcesOf: (organisationId: string, versionIds: readonly string[]) => Promise<OutcomeSources>;
  readonly settleMillis?: number;
  /** Only minutes that were marked later than this, in milliseconds since the epoch. */
  readonly since?: number;
  /** The time range of one statement, and the maximum number of statements. */
  readonly stretchSeconds?: number;
  readonly maxStretches?: number;
  readonly signal?: AbortSignal;
}

/**
 * Counts durations, outcomes and reason codes of minutes that were marked since they were last counted, the newest first. Safe in several workers. An
 * organisation whose sources cannot be read does not affect others; its minutes stay due, and its error is thrown at the end. Returns how many minutes
 * were due, whether some are left, and when it began by ClickHouse's clock.
 */
export async function detailMinutes(
  clickhouse: ClickHouse,
  options: DetailMinutesOptions,
): Promise<{ readonly minutes: number; readonly isMoreDue: boolean; readonly began: number }> {
  const { sourcesOf, settleMillis: settle = settleMillis, since = 0, stretchSeconds = 3600, maxStretches = 24, signal } = options;
  const [clock] = await clickhouse.query<{ readonly now: number }>("SELECT toUnixTimestamp64Milli(now64(3)) AS now");
  const began = clock?.now ?? 0;
  const isDue = `${isUndetailed} AND marked < fromUnixTimestamp64Milli({began:Int64}) - toIntervalMillisecond({settle:UInt32})`;
  const stretches = await clickhouse.query<{
    readonly first: number;
    readonly last: number;
    readonly minutes: number;
    readonly versions: readonly [string, string][];
  }>(
    `SELECT toUnixTimestamp(min(minute)) AS first, toUnixTimestamp(max(minute)) AS last, count() AS minutes,
       groupUniqArray((toString(organisation), toString(version))) AS versions
     FROM execution_minutes FINAL
     WHERE minute IN (SELECT minute FROM execution_minutes WHERE marked > fromUnixTimestamp64Milli({since:Int64})) AND ${isDue}
     GROUP BY intDiv(toUnixTimestamp(minute), {stretch:UInt32}) ORDER BY first DESC LIMIT {max:UInt32}`,
    { began, settle, since, stretch: stretchSeconds, max: maxStretches + 1 },
  );
  const failures: unknown[] = [];
  let minutes = 0;
  for (const { first, last, versions, ...stretch } of stretches.slice(0, maxStretches)) {
    if (signal?.aborted === true) break;
    for (const { ids, sources } of groupsOf(await readSources(versions, sourcesOf, failures))) {
      await clickhouse.command(
        `INSERT INTO execution_minutes (organisation, version, minute, detailed, durations, outcomes, reasons)
         WITH due AS (
           SELECT organisation, version, minute FROM execution_minutes FINAL
           WHERE minute BETWEEN toDateTime({first:UInt32}, 'UTC') AND toDateTime({last:UInt32}, 'UTC') AND ${isDue}
             AND version IN (${ids.map(quoted).join(", ")})
         )
         SELECT organisation, version, minute, fromUnixTimestamp64Milli({began:Int64}), durations, outcomes, reasons FROM due
         LEFT ANY JOIN (${detailedMinutes(
           `started >= toDateTime64({first:UInt32}, 6, 'UTC') AND started < toDateTime64({last:UInt32} + 60, 6, 'UTC')
            AND (organisation, version, toStartOfMinute(toDateTime(started, 'UTC'))) IN due`,
           sources,
         )}) AS details USING (organisation, version, minute)`,
        { began, settle, first, last },
      );
    }
    minutes += stretch.minutes;
  }
  if (failures.length > 0) throw failures[0];
  return { minutes, isMoreDue: stretches.length > maxStretches, began };
}

async function readSources(
  versions: readonly (readonly [string, string])[],
  sourcesOf: DetailMinutesOptions["sourcesOf"],
  failures: unknown[],
): Promise<ReadonlyMap<string, OutcomeSource | undefined>> {
  const found = new Map<string, OutcomeSource | undefined>();
  for (const [organisationId, own] of Map.groupBy(versions, ([organisation]) => organisation)) {
    // A runtime only writes valid ids.
    const ids = own.map(([, version]) => version).filter(isPlain);
    try {
      const sources = await sourcesOf(organisationId, ids);
      for (const id of ids) found.set(id, sources.get(id));
    } catch (error) {
      failures.push(error);
    }
  }
  return found;
}

/** Groups of versions that fit a statement. */
function groupsOf(versions: ReadonlyMap<string, OutcomeSource | undefined>): readonly Group[] {
  const groups: Group[] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const [id, source] of versions) {
    const length = 2 * id.length + (source === undefined ? 0 : sourceTuple(id, source).length);
    if (size + length > maxSourceText) {
      groups.push({ ids: [], sources: new Map() });
      size = 0;
    }
    size += length;
    groups.at(-1)?.ids.push(id);
    if (source !== undefined) groups.at(-1)?.sources.set(id, source);
  }
  return groups;
}

interface Group {
  readonly ids: string[];
  readonly sources: Map<string, OutcomeSource>;
}
