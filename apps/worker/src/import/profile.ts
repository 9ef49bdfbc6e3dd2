import type { ColumnProfile } from "@airlock/contract";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { column, type TableColumn } from "@airlock/backend/datasets";

const steps = 20;
const frequentValues = 10;
const shownLength = 200;
/** In a column with more values than this, none is frequent enough to be listed. */
const maxGroups = 100_000;
/**
 * Up to this number, distinct values are counted exactly, with some 100 MB of ClickHouse's memory. Larger numbers are estimates, and marked as such.
 */
const maxExactDistinct = 2_000_000;
/** The exact median needs all values of a column in memory; larger columns have none. */
const maxMedianValues = 5_000_000;

/** Profiles of the columns of a table. Computed by ClickHouse one column at a time, to limit its memory. */
export async function profileOf(clickhouse: ClickHouse, table: string, columns: readonly TableColumn[]): Promise<ColumnProfile[]> {
  const profiles: ColumnProfile[] = [];
  for (const { key, type } of columns) {
    profiles.push(
      await (type === "STRING"
        ? textProfile(clickhouse, table, column(key))
        : numberProfile(clickhouse, table, column(key), type === "INTEGER")),
    );
  }
  return profiles;
}

async function distinctOf(
  clickhouse: ClickHouse,
  table: string,
  key: string,
): Promise<Pick<ColumnProfile, "distinct" | "distinctIsExact"> & { readonly missing: number; readonly present: number }> {
  const [found] = await clickhouse.query<{ missing: number; present: number; estimate: number }>(
    `SELECT countIf(isNull(${key})) AS missing, count(${key}) AS present, uniq(${key}) AS estimate FROM ${table}`,
  );
  const { missing = 0, present = 0, estimate = 0 } = found ?? {};
  if (estimate > maxExactDistinct) return { missing, present, distinct: estimate, distinctIsExact: false };
  const [counted] = await clickhouse.query<{ distinct: number }>(`SELECT uniqExact(${key}) AS distinct FROM ${table}`);
  return { missing, present, distinct: counted?.distinct ?? 0, distinctIsExact: true };
}

async function textProfile(clickhouse: ClickHouse, table: string, key: string): Promise<ColumnProfile> {
  const { missing, distinct, distinctIsExact } = await distinctOf(clickhouse, table, key);
  const [found] = await clickhouse.query<{ min: string | null; max: string | null }>(
    `SELECT substringUTF8(min(${key}), 1, ${shownLength}) AS min, substringUTF8(max(${key}), 1, ${shownLength}) AS max FROM ${table}`,
  );
  const frequent =
    distinct === 0 || distinct > maxGroups
      ? []
      : await clickhouse.query<{ value: string; count: number }>(
          `SELECT substringUTF8(${key}, 1, ${shownLength}) AS value, count() AS count FROM ${table} WHERE isNotNull(${key})
           GROUP BY value ORDER BY count DESC, value LIMIT ${frequentValues}`,
        );
  return {
    missing,
    distinct,
    distinctIsExact,
    min: found?.min ?? null,
    max: found?.max ?? null,
    mean: null,
    median: null,
    histogram: [],
    frequent: [...frequent],
  };
}

async function numberProfile(clickhouse: ClickHouse, table: string, key: string, isInteger: boolean): Promise<ColumnProfile> {
  const { missing, present, distinct, distinctIsExact } = await distinctOf(clickhouse, table, key);
  const median = present > maxMedianValues || present === 0 ? "CAST(NULL AS Nullable(Float64))" : `quantileExactInclusive(0.5)(${key})`;
  const [found] = await clickhouse.query<{ min: number | null; max: number | null; mean: number | null; median: number | null }>(
    `SELECT min(${key}) AS min, max(${key}) AS max, avg(${key}) AS mean, ${median} AS median FROM ${table}`,
  );
  const { min = null, max = null, mean = null } = found ?? {};
  const edges = min === null || max === null ? undefined : isInteger ? integerSteps(min, max) : numberSteps(min, max);
  return {
    missing,
    distinct,
    distinctIsExact,
    min,
    max,
    mean,
    median: found?.median ?? null,
    histogram: edges === undefined || min === null ? [] : await histogramOf(clickhouse, table, key, min, edges),
    frequent: [],
  };
}

interface Steps {
  readonly count: number;
  readonly width: number;
  readonly endOf: (step: number) => number;
}

function numberSteps(min: number, max: number): Steps {
  const count = min === max ? 1 : steps;
  const width = (max - min) / count;
  return { count, width, endOf: (step) => (step === count - 1 ? max : min + (step + 1) * width) };
}

/**
 * Every step has the same number of integers, both ends included. Fractional steps would have four in one and five in another, which would look like
 * a peak.
 */
export function integerSteps(min: number, max: number): Steps {
  const width = Math.max(1, Math.ceil((max - min + 1) / steps));
  return { count: Math.ceil((max - min + 1) / width), width, endOf: (step) => min + (step + 1) * width - 1 };
}

async function histogramOf(
  clickhouse: ClickHouse,
  table: string,
  key: string,
  min: number,
  { count, width, endOf }: Steps,
): Promise<ColumnProfile["histogram"]> {
  const counted = await clickhouse.query<{ step: number; count: number }>(
    `SELECT toUInt32(greatest(0, least({last:Float64}, floor((${key} - {min:Float64}) / {width:Float64})))) AS step, count() AS count
     FROM ${table} WHERE isNotNull(${key}) GROUP BY step ORDER BY step`,
    { min, width: width === 0 ? 1 : width, last: count - 1 },
  );
  const byStep = new Map(counted.map(({ step, count: number }) => [step, number]));
  return Array.from({ length: count }, (_, step) => ({ from: min + step * width, to: endOf(step), count: byStep.get(step) ?? 0 }));
}
