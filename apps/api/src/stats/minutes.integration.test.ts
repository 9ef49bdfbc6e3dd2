import { newId } from "@airlock/platform";
import { countMinutes } from "@airlock/backend/executions";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";
import { array, assert, asyncProperty, boolean, constant, constantFrom, integer, nat, oneof, record, tuple } from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countExecutions, type BucketCount } from "./store.ts";

let clickhouse: ClickHouse;
beforeAll(() => {
  clickhouse = openTestClickHouse("admin");
});
afterAll(() => clickhouse.close());

interface Made {
  readonly id: string;
  readonly version: string;
  /** Microseconds since the epoch. */
  readonly started: number;
  readonly duration: number;
  readonly status: "completed" | "failed";
}

const columns = ["organisation", "version", "started", "id", "solution", "key", "duration_us", "status", "record"] as const;
/** 2026-03-01, at the boundary of an hour and a month. */
const origin = Date.UTC(2026, 1, 28, 23, 30) / 1000;
const hour = { granularity: { seconds: 3600, iso: "PT1H" }, from: origin - 1800, to: origin + 5400 };
const quarter = { granularity: { seconds: 900, iso: "PT15M" }, from: origin - 1800, to: origin + 5400 };
const seconds = { granularity: { seconds: 45, iso: "PT45S" }, from: origin - 1800, to: origin + 5400 };

const insert = (organisation: string, rows: readonly Made[]) =>
  clickhouse.insertLines(
    "executions",
    columns,
    rows.map((made) => JSON.stringify([organisation, made.version, made.started, made.id, "s", "k", made.duration, made.status, "[]"])),
  );

/** Counted independently: by iterating over all of them. */
function byHand(rows: readonly Made[], key: string, range: typeof hour): ReadonlyMap<number, BucketCount> {
  const distinct = new Map(rows.map((row) => [row.id, row])).values();
  const counts = new Map<number, BucketCount>();
  for (let bucket = range.from; bucket < range.to; bucket += range.granularity.seconds) {
    counts.set(bucket, { completed: 0, failed: 0, durationSum: 0 });
  }
  for (const { version, started, duration, status } of distinct) {
    const bucket = Math.floor(started / 1e6 / range.granularity.seconds) * range.granularity.seconds;
    const count = counts.get(bucket);
    if (count === undefined || (key !== "ALL" && key !== version)) continue;
    counts.set(bucket, { ...count, [status]: count[status] + 1, durationSum: count.durationSum + duration });
  }
  return counts;
}

const made = record({
  id: constant("").map(() => newId()),
  version: constantFrom("v1", "v2"),
  // Often close to boundaries of minutes, and in both months.
  started: tuple(integer({ min: -5, max: 65 }), oneof(constantFrom(0, 1, 59_999_999), integer({ min: 0, max: 59_999_999 }))).map(
    ([minute, micros]) => (origin + minute * 60) * 1e6 + micros,
  ),
  duration: integer({ min: 0, max: 1e7 }),
  status: constantFrom("completed" as const, "failed" as const),
});
/** Consecutive inserts: new rows, repeated rows (by index), and whether a worker counts afterwards. */
const history = array(record({ rows: array(made, { maxLength: 12 }), again: array(nat(), { maxLength: 8 }), counts: boolean() }), {
  minLength: 1,
  maxLength: 5,
});

test("counts equal an independent count, whatever was duplicated, late or between counts", async () => {
  await assert(
    asyncProperty(history, async (inserts) => {
      const organisation = newId();
      const all: Made[] = [];
      for (const { rows, again, counts } of inserts) {
        const repeated = again.flatMap((place) => (all.length === 0 ? [] : [all[place % all.length]])) as Made[];
        all.push(...rows);
        // In two parts, so that duplicates are not merged on insert.
        await insert(organisation, rows);
        await insert(organisation, repeated);
        if (counts) await countMinutes(clickhouse, { settleMillis: 0 });
        for (const [range, key] of [
          [hour, "ALL"],
          [quarter, "v1"],
          [seconds, "v2"],
        ] as const) {
          expect(await countExecutions(clickhouse, organisation, key, range, 0)).toEqual(byHand(all, key, range));
        }
      }
    }),
    { numRuns: 12 },
  );
});

test("a counted minute is read and not counted again, also after its executions were dropped", async () => {
  const organisation = newId();
  const rows = Array.from({ length: 500 }, (_, index): Made => {
    const started = (origin + (index % 5) * 60) * 1e6 + index;
    return { id: newId(), version: "v1", started, duration: 10, status: index % 10 === 0 ? "failed" : "completed" };
  });
  await insert(organisation, rows);
  expect((await countMinutes(clickhouse, { settleMillis: 0 })).minutes).toBeGreaterThanOrEqual(5);
  await clickhouse.command("DELETE FROM executions WHERE organisation = {organisation:String}", { organisation });
  const whole = byHand(rows, "ALL", hour);
  expect(await countExecutions(clickhouse, organisation, "ALL", hour, 0)).toEqual(whole);
  // One of them is inserted again, days later: its minute is marked, but the larger count stays correct, also after counting.
  await insert(organisation, rows.slice(0, 1));
  expect(await countExecutions(clickhouse, organisation, "ALL", hour, 0)).toEqual(whole);
  await countMinutes(clickhouse, { settleMillis: 0 });
  expect(await countExecutions(clickhouse, organisation, "ALL", hour, 0)).toEqual(whole);
});

test("a minute is not treated as counted before its insert can have ended", async () => {
  const organisation = newId();
  const row: Made = { id: newId(), version: "v1", started: origin * 1e6, duration: 10, status: "completed" };
  await insert(organisation, [row]);
  await countMinutes(clickhouse);
  const [found] = await clickhouse.query<{ readonly counted: number }>(
    "SELECT toUnixTimestamp(max(counted)) AS counted FROM execution_minutes WHERE organisation = {organisation:String}",
    { organisation },
  );
  expect(found).toEqual({ counted: 0 });
});
