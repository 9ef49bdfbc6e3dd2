import { Readable } from "node:stream";
import { createLog, newId } from "@airlock/platform";
import { keepPredictionHour, keepPredictionPairs } from "@airlock/backend/executions";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";
import { openOwnBucket, type OwnBucket } from "@airlock/platform/own-bucket";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { keepExecutions } from "./keep-executions.ts";

let clickhouse: ClickHouse;
let bucket: OwnBucket;
beforeAll(() => {
  const environment = inject("environment");
  const setting = (name: string) => environment[name] ?? "";
  clickhouse = openTestClickHouse("worker");
  bucket = openOwnBucket({ endpoint: setting("AIRLOCK_GCS_ENDPOINT"), bucket: setting("AIRLOCK_BUCKET") });
});
afterAll(() => clickhouse.close());

const day = 86_400_000;
const now = Date.UTC(2026, 5, 15, 13, 30);
const columns = ["organisation", "version", "started", "id", "solution", "key", "duration_us", "status", "record"] as const;

async function insert(organisation: string, daysBack: readonly number[]): Promise<void> {
  const rows = daysBack.map((back) => {
    const at = now - back * day;
    return JSON.stringify([organisation, "v", at * 1000, newId(at), "s", "k", 10, "completed", "[]"]);
  });
  await clickhouse.insertLines("executions", columns, rows);
}

async function left(organisation: string): Promise<{ readonly executions: number; readonly counted: number }> {
  const [executions] = await clickhouse.query<{ readonly n: number }>(
    "SELECT uniqExact(id) AS n FROM executions WHERE organisation = {organisation:String}",
    { organisation },
  );
  const [counted] = await clickhouse.query<{ readonly n: number }>(
    `SELECT sum(n) AS n FROM (
       SELECT max(completed) AS n FROM execution_minutes WHERE organisation = {organisation:String} GROUP BY version, minute)`,
    { organisation },
  );
  return { executions: executions?.n ?? -1, counted: counted?.n ?? -1 };
}

const options = () => ({ clickhouse, bucket, log: createLog({ name: "test", level: "silent" }), now: () => now, settleMillis: 0 });

test("executions beyond their organisation's retention are dropped, their counts are kept, and others are not affected", async () => {
  const [short, long, forever] = [newId(), newId(), newId()];
  for (const organisation of [short, long, forever]) await insert(organisation, [0, 1, 6, 7.5, 8, 20, 40]);
  const keepings = [
    { organisationId: short, days: 7 },
    { organisationId: long, days: 30 },
  ];
  expect(await keepExecutions(keepings, options())).toEqual([short, long]);
  // At least seven days: the day of the seventh is kept completely.
  expect(await left(short)).toEqual({ executions: 4, counted: 7 });
  expect(await left(long)).toEqual({ executions: 6, counted: 7 });
  expect((await left(forever)).executions).toBe(7);
  // Repeating it, also concurrently, drops nothing more.
  expect(await Promise.all([keepExecutions(keepings, options()), keepExecutions(keepings, options())])).toEqual([[], []]);
  // A late arrival is dropped the next time.
  await insert(short, [9]);
  expect(await keepExecutions(keepings, options())).toEqual([short]);
  expect((await left(short)).executions).toBe(4);
});

test("executions that are not counted yet are not dropped", async () => {
  const organisation = newId();
  await insert(organisation, [3]);
  expect(await keepExecutions([{ organisationId: organisation, days: 1 }], { ...options(), settleMillis: 3_600_000 })).toEqual([]);
  expect((await left(organisation)).executions).toBe(1);
});

test("everything of a deleted organisation is dropped, including late arrivals", async () => {
  const [gone, other] = [newId(), newId()];
  await insert(gone, [0, 1]);
  await insert(other, [0, 1]);
  const file = `organisations/${gone}/exports/file.csv`;
  await bucket.write(file, Readable.from(["a"], { objectMode: false }), "text/csv");
  await clickhouse.insertLines(
    "comparison_records",
    ["organisation", "comparison", "started", "id"],
    [JSON.stringify([gone, "c", now * 1000, newId(now)])],
  );
  await clickhouse.insertLines("rejected_rows", ["organisation", "import", "row"], [JSON.stringify([gone, "i", 1])]);
  const keepings = [{ organisationId: gone, days: 0 }];
  expect(await keepExecutions(keepings, options())).toEqual([gone]);
  expect(await left(gone)).toEqual({ executions: 0, counted: 0 });
  expect(await bucket.stat(file)).toBeUndefined();
  for (const table of ["comparison_records", "rejected_rows"]) {
    expect(await clickhouse.query(`SELECT 1 FROM ${table} WHERE organisation = {gone:String}`, { gone })).toEqual([]);
  }
  expect((await left(other)).executions).toBe(2);
  expect(await keepExecutions(keepings, options())).toEqual([]);
  await insert(gone, [0]);
  expect(await keepExecutions(keepings, options())).toEqual([gone]);
  expect(await left(gone)).toEqual({ executions: 0, counted: 0 });
});

test("a deleted organisation whose files cannot be removed does not keep the executions of others, and is tried again", async () => {
  const [failing, other] = [newId(), newId()];
  for (const organisation of [failing, other]) await insert(organisation, [0, 1]);
  const keepings = [failing, other].map((organisationId) => ({ organisationId, days: 0 }));
  const broken: Pick<OwnBucket, "list" | "remove" | "discardUnfinished"> = {
    ...bucket,
    list: (prefix, maxResults) => (prefix.includes(failing) ? Promise.reject(new Error("away")) : bucket.list(prefix, maxResults)),
  };
  await expect(keepExecutions(keepings, { ...options(), bucket: broken })).rejects.toThrow("away");
  expect(await left(other)).toEqual({ executions: 0, counted: 0 });
  const file = `organisations/${failing}/exports/file.csv`;
  await bucket.write(file, Readable.from(["a"], { objectMode: false }), "text/csv");
  expect(await keepExecutions(keepings, options())).toEqual([failing]);
  expect(await bucket.stat(file)).toBeUndefined();
});

test("an organisation that ClickHouse fails for does not keep the executions of others, kept or deleted, and is tried again", async () => {
  const [failing, other, gone] = [newId(), newId(), newId()];
  for (const organisation of [failing, other, gone]) await insert(organisation, [0, 40]);
  const keepings = [failing, other].map((organisationId) => ({ organisationId, days: 7 }));
  const failingFor: ClickHouse = {
    ...clickhouse,
    query: (sql, parameters) =>
      parameters?.["organisation"] === failing ? Promise.reject(new Error("too slow")) : clickhouse.query(sql, parameters),
  };
  const all = [...keepings, { organisationId: gone, days: 0 }];
  await expect(keepExecutions(all, { ...options(), clickhouse: failingFor })).rejects.toThrow("too slow");
  expect(await Promise.all([failing, other, gone].map(async (one) => (await left(one)).executions))).toEqual([2, 1, 0]);
  expect(await keepExecutions(keepings, options())).toEqual([failing]);
});

test("drift counts are dropped with the executions and with the organisation", async () => {
  const [short, gone] = [newId(), newId()];
  const hourOf = (back: number): number => Math.floor((now - back * day) / 3_600_000) * 3_600;
  for (const organisation of [short, gone]) {
    for (const back of [1, 9]) {
      const at = {
        organisationId: organisation,
        predictionId: "p",
        model: 1,
        versionId: "v",
        hour: hourOf(back),
        counted: now,
        outcomes: 1,
      };
      await keepPredictionPairs(clickhouse, at, [[0.5, 1, 3]]);
      await keepPredictionHour(clickhouse, at, [{ rows: 3, missing: 0, unseen: 0, bins: [3] }], undefined);
    }
  }
  const hours = async (organisation: string) => {
    const found = await Promise.all(
      ["prediction_hours", "prediction_outcomes"].map((table) =>
        clickhouse.query<{ readonly n: number }>(`SELECT uniqExact(hour) AS n FROM ${table} WHERE organisation = {organisation:String}`, {
          organisation,
        }),
      ),
    );
    return found.map(([row]) => row?.n);
  };
  expect(await hours(short)).toEqual([2, 2]);
  const keepings = [
    { organisationId: short, days: 7 },
    { organisationId: gone, days: 0 },
  ];
  expect(await keepExecutions(keepings, options())).toEqual([short, gone]);
  expect(await hours(short)).toEqual([1, 1]);
  expect(await hours(gone)).toEqual([0, 0]);
  expect(await keepExecutions(keepings, options())).toEqual([]);
});

test("shadow results have the retention of executions, and are dropped with the organisation", async () => {
  const [short, gone] = [newId(), newId()];
  const today = Date.now();
  const rows = [short, gone].flatMap((organisation) =>
    [1, 9].map((back) => JSON.stringify([organisation, "r", (today - back * day) * 1000, newId(today - back * day)])),
  );
  await clickhouse.insertLines("shadow_results", ["organisation", "rollout_id", "started", "execution"], rows);
  const left = async (organisation: string) => {
    const [row] = await clickhouse.query<{ readonly n: number }>(
      "SELECT uniqExact(execution) AS n FROM shadow_results WHERE organisation = {organisation:String}",
      { organisation },
    );
    return row?.n;
  };
  expect([await left(short), await left(gone)]).toEqual([2, 2]);
  const keepings = [
    { organisationId: short, days: 7 },
    { organisationId: gone, days: 0 },
  ];
  expect(await keepExecutions(keepings, { ...options(), now: () => today })).toEqual([short, gone]);
  expect([await left(short), await left(gone)]).toEqual([1, 0]);
});

test("refused requests have the retention of executions, and are dropped with the organisation", async () => {
  const [short, gone] = [newId(), newId()];
  // Relative to the current time: the table itself drops rows older than 30 days.
  const today = Date.now();
  const rows = [short, gone].flatMap((organisation) =>
    [1, 9].map((back) => JSON.stringify([organisation, today - back * day, newId(today - back * day)])),
  );
  await clickhouse.insertLines("refused_requests", ["organisation", "at", "id"], rows);
  const left = async (organisation: string) => {
    const [row] = await clickhouse.query<{ readonly n: number }>(
      "SELECT uniqExact(id) AS n FROM refused_requests WHERE organisation = {organisation:String}",
      { organisation },
    );
    return row?.n;
  };
  expect([await left(short), await left(gone)]).toEqual([2, 2]);
  const keepings = [
    { organisationId: short, days: 7 },
    { organisationId: gone, days: 0 },
  ];
  expect(await keepExecutions(keepings, { ...options(), now: () => today })).toEqual([short, gone]);
  expect([await left(short), await left(gone)]).toEqual([1, 0]);
});
