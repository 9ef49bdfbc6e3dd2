import type { ColumnProfile } from "@airlock/contract";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { column, type TableColumn } from "@airlock/platform/dataset-tables";

const steps = 20;
const frequentValues = 10;
const shownLength = 200;
/** Of columns with more values than this none is frequent enough to be told. */
const mostGroups = 100_000;

/** What the columns of a table hold, worked out by ClickHouse, one after another so that its memory stays small. */
export async function profileOf(clickhouse: ClickHouse, table: string, columns: readonly TableColumn[]): Promise<ColumnProfile[]> {
  const profiles: ColumnProfile[] = [];
  for (const { key, type } of columns) {
    profiles.push(await (type === "STRING" ? textProfile(clickhouse, table, column(key)) : numberProfile(clickhouse, table, column(key))));
  }
  return profiles;
}

async function textProfile(clickhouse: ClickHouse, table: string, key: string): Promise<ColumnProfile> {
  const [found] = await clickhouse.query<{ missing: number; distinct: number; least: string | null; most: string | null }>(
    `SELECT countIf(isNull(${key})) AS missing, uniq(${key}) AS distinct,
       substringUTF8(min(${key}), 1, ${shownLength}) AS least, substringUTF8(max(${key}), 1, ${shownLength}) AS most
     FROM ${table}`,
  );
  const distinct = found?.distinct ?? 0;
  const frequent =
    distinct === 0 || distinct > mostGroups
      ? []
      : await clickhouse.query<{ value: string; count: number }>(
          `SELECT substringUTF8(${key}, 1, ${shownLength}) AS value, count() AS count FROM ${table} WHERE isNotNull(${key})
           GROUP BY value ORDER BY count DESC, value LIMIT ${frequentValues}`,
        );
  return {
    missing: found?.missing ?? 0,
    distinct,
    min: found?.least ?? null,
    max: found?.most ?? null,
    mean: null,
    histogram: [],
    frequent: [...frequent],
  };
}

async function numberProfile(clickhouse: ClickHouse, table: string, key: string): Promise<ColumnProfile> {
  const [found] = await clickhouse.query<{
    missing: number;
    distinct: number;
    least: number | null;
    most: number | null;
    mean: number | null;
  }>(
    `SELECT countIf(isNull(${key})) AS missing, uniq(${key}) AS distinct, min(${key}) AS least, max(${key}) AS most, avg(${key}) AS mean
     FROM ${table}`,
  );
  const { missing = 0, distinct = 0, least = null, most = null, mean = null } = found ?? {};
  return {
    missing,
    distinct,
    min: least,
    max: most,
    mean,
    histogram: least === null || most === null ? [] : await histogramOf(clickhouse, table, key, least, most),
    frequent: [],
  };
}

async function histogramOf(
  clickhouse: ClickHouse,
  table: string,
  key: string,
  least: number,
  most: number,
): Promise<ColumnProfile["histogram"]> {
  const count = least === most ? 1 : steps;
  const width = (most - least) / count;
  const counted = await clickhouse.query<{ step: number; count: number }>(
    `SELECT toUInt32(greatest(0, least({last:Float64}, floor((${key} - {least:Float64}) / {width:Float64})))) AS step, count() AS count
     FROM ${table} WHERE isNotNull(${key}) GROUP BY step ORDER BY step`,
    { least, width: width === 0 ? 1 : width, last: count - 1 },
  );
  const byStep = new Map(counted.map(({ step, count: number }) => [step, number]));
  return Array.from({ length: count }, (_, step) => ({
    from: least + step * width,
    to: step === count - 1 ? most : least + (step + 1) * width,
    count: byStep.get(step) ?? 0,
  }));
}
