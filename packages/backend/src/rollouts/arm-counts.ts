import type { Arm, DatasourceColumn } from "@airlock/contract";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { column, datasourceTable } from "../datasets/index.ts";
import { recordPosition, shownOutcome, textArray, type OutcomeSource } from "../executions/index.ts";

/** A rollout whose executions are counted by arm. */
export interface CountedRollout {
  readonly id: string;
  readonly organisationId: string;
  readonly versions: Readonly<Record<Arm, { readonly id: string; readonly outcome: OutcomeSource | undefined }>>;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

export interface ArmCounts {
  readonly executions: number;
  readonly failed: number;
  readonly p99Millis: number;
  /** Completed executions by outcome. */
  readonly outcomes: ReadonlyMap<string, number>;
}

export const noCounts: ArmCounts = { executions: 0, failed: 0, p99Millis: 0, outcomes: new Map() };

/** The outcome of completed executions if no field is an outcome. */
const completed = "Completed";
const erased = "Erased";

const ofArm = (arm: Arm): string =>
  `organisation = {organisation:String} AND version = {${arm}:String} AND rollout_id = {rollout:String} AND arm = '${arm}' AND started >= first`;

/** The executions of both arms, one row each; FINAL removes duplicates. `first` is a time expression in the statement. */
function executionsOf({ versions }: CountedRollout): string {
  const one = (arm: Arm): string => {
    const { outcome } = versions[arm];
    const value = `JSONExtractString(record, ${recordPosition.runtime}, ${outcome?.position ?? 0})`;
    const shown =
      outcome === undefined ? `'${completed}'` : `if(erased > 0, '${erased}', ${shownOutcome(value, textArray(outcome.texts))})`;
    return `SELECT '${arm}' AS in_arm, id, started, duration_us, status = 'failed' AS has_failed, if(has_failed, '', ${shown}) AS outcome
      FROM executions FINAL WHERE ${ofArm(arm)}`;
  };
  return `${one("champion")} UNION ALL ${one("challenger")}`;
}

function parametersOf({ id, organisationId, versions, since }: CountedRollout) {
  const { champion, challenger } = versions;
  return { organisation: organisationId, rollout: id, champion: champion.id, challenger: challenger.id, since };
}

const isSince = "fromUnixTimestamp64Milli({since:Int64}, 'UTC')";

interface CountedArm {
  readonly in_arm: Arm;
  readonly executions: number;
  readonly failed: number;
  readonly p99: number;
  readonly outcomes: Readonly<Record<string, number>>;
}

function countsOf({ executions, failed, p99, outcomes }: CountedArm): ArmCounts {
  return { executions, failed, p99Millis: p99 / 1_000, outcomes: new Map(Object.entries(outcomes)) };
}

const counts = `count() AS executions, countIf(has_failed) AS failed, quantileTDigest(0.99)(duration_us) AS p99,
  sumMapIf(map(outcome, toUInt64(1)), NOT has_failed) AS outcomes`;

/**
 * Counts both arms since the given time, or since the start of the challenger's latest `latest` decisions if it has made more: a current problem must
 * not be hidden by a long history without one.
 */
export async function countArms(
  clickhouse: ClickHouse,
  rollout: CountedRollout,
  latest: number,
): Promise<Readonly<Record<Arm, ArmCounts>>> {
  const rows = await clickhouse.query<CountedArm>(
    `WITH (
       SELECT if(count() < {latest:UInt32}, ${isSince}, min(started)) FROM (
         SELECT started FROM executions
         WHERE organisation = {organisation:String} AND version = {challenger:String} AND rollout_id = {rollout:String}
           AND arm = 'challenger' AND started >= ${isSince}
         ORDER BY started DESC LIMIT {latest:UInt32}
       )
     ) AS first
     SELECT in_arm, ${counts} FROM (${executionsOf(rollout)}) GROUP BY in_arm`,
    { ...parametersOf(rollout), latest },
  );
  const found = new Map(rows.map((row) => [row.in_arm, countsOf(row)]));
  return { champion: found.get("champion") ?? noCounts, challenger: found.get("challenger") ?? noCounts };
}

export interface CountedBucket extends ArmCounts {
  readonly arm: Arm;
  /** Its start, in milliseconds since the epoch; undefined for the total. */
  readonly at: number | undefined;
}

/** Counts both arms by hour or day, oldest first, and in total. */
export async function countBuckets(
  clickhouse: ClickHouse,
  rollout: CountedRollout,
  seconds: 3600 | 86_400,
): Promise<readonly CountedBucket[]> {
  const rows = await clickhouse.query<CountedArm & { readonly at: number; readonly whole: number }>(
    `WITH ${isSince} AS first
     SELECT in_arm, at, grouping(at) AS whole, ${counts} FROM (
       SELECT *, intDiv(toUnixTimestamp64Milli(started), {millis:UInt32}) * {millis:UInt32} AS at FROM (${executionsOf(rollout)})
     ) GROUP BY GROUPING SETS ((in_arm, at), (in_arm)) ORDER BY at`,
    { ...parametersOf(rollout), millis: seconds * 1_000 },
  );
  return rows.map((row) => ({ arm: row.in_arm, at: row.whole === 0 ? row.at : undefined, ...countsOf(row) }));
}

/** The datasource of known outcomes, and the value that counts. */
export interface KnownOutcomeSource {
  readonly datasourceId: string;
  readonly execution: Pick<DatasourceColumn, "key" | "type">;
  readonly outcome: Pick<DatasourceColumn, "key" | "type">;
  readonly value: string;
}

export interface KnownBucket {
  readonly arm: Arm;
  readonly at: number;
  /** Decisions with a known outcome, and those of them that have the value. */
  readonly of: number;
  readonly count: number;
}

/** Decisions of both arms by their known outcome. If the datasource has several rows for an execution, the last one counts. */
export async function countKnownOutcomes(
  clickhouse: ClickHouse,
  rollout: CountedRollout,
  { datasourceId, execution, outcome, value }: KnownOutcomeSource,
  seconds: 3600 | 86_400,
): Promise<readonly KnownBucket[]> {
  const [key, label] = [textOf(execution), textOf(outcome)];
  const rows = await clickhouse.query<Omit<KnownBucket, "arm"> & { readonly in_arm: Arm }>(
    `WITH ${isSince} AS first
     SELECT in_arm, intDiv(toUnixTimestamp64Milli(started), {millis:UInt32}) * {millis:UInt32} AS at, count() AS of, countIf(known.label = {value:String}) AS count
     FROM (${executionsOf(rollout)}) AS decided
     INNER JOIN (
       SELECT assumeNotNull(${key}) AS key, argMax(assumeNotNull(${label}), row) AS label FROM ${datasourceTable(datasourceId)}
       WHERE isNotNull(${key}) AND isNotNull(${label}) GROUP BY key
     ) AS known ON known.key = decided.id
     GROUP BY in_arm, at ORDER BY at`,
    { ...parametersOf(rollout), millis: seconds * 1_000, value },
  );
  return rows.map(({ in_arm, ...row }) => ({ arm: in_arm, ...row }));
}

function textOf({ key, type }: Pick<DatasourceColumn, "key" | "type">): string {
  return type === "STRING" ? column(key) : `toString(${column(key)})`;
}
