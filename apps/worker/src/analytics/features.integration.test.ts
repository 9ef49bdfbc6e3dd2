import { trainingConfig, type PredictionAnalytics } from "@airlock/contract";
import { keyHash } from "@airlock/model";
import { newId } from "@airlock/platform";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";
import { afterAll, describe, expect, test } from "vitest";
import { cutOffs } from "./cut-offs.ts";
import { dayMillis, type EventSource } from "./event-rows.ts";
import { featureRows, buildTrainingSet } from "./feature-table.ts";
import { featuresAt } from "./features.ts";
import { featuresFrom, lookAtEvents } from "./look-at-events.ts";

const clickhouse = openTestClickHouse("worker");
const made: string[] = [];
afterAll(async () => {
  for (const table of made) await clickhouse.command(`DROP TABLE IF EXISTS ${table} SYNC`);
  await clickhouse.close();
});

interface Event {
  readonly person: string | null;
  readonly at: number | string | null;
  readonly what: string | null;
  readonly amount: string | number | null;
}

const start = Date.parse("2026-01-01T00:00:00Z");
const asOf = new Date("2027-01-01T00:00:00Z");
const analytics: PredictionAnalytics = {
  personColumn: "c0",
  timeColumn: "c1",
  eventColumn: "c2",
  amountColumn: "c3",
  target: "buy",
  horizonDays: 10,
  windows: [3, 7],
};

/** A table like one of an import; times are numbers or texts. */
async function sourceOf(events: readonly Event[], times: "INTEGER" | "STRING" = "INTEGER"): Promise<EventSource> {
  const table = `datasource_${newId()}`;
  made.push(table);
  const time = times === "INTEGER" ? "Nullable(Int64)" : "Nullable(String)";
  await clickhouse.command(
    `CREATE TABLE ${table} (row UInt64, c0 Nullable(String), c1 ${time}, c2 Nullable(String), c3 Nullable(String)) ENGINE = MergeTree ORDER BY row`,
  );
  const lines = events.map(({ person, at, what, amount }, row) =>
    JSON.stringify([row, person, at, what, amount === null ? null : String(amount)]),
  );
  await clickhouse.insertLines(table, ["row", "c0", "c1", "c2", "c3"], lines);
  const columns = [
    { key: "c0", name: "who", type: "STRING" as const },
    { key: "c1", name: "when", type: times },
    { key: "c2", name: "what", type: "STRING" as const },
    { key: "c3", name: "how much", type: "STRING" as const },
  ];
  return { name: "Events", table, columns };
}

/** A seeded random generator. */
function chances(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Most events are at whole days, so that windows, cut-offs and horizons begin and end exactly on them, or a millisecond off. */
function randomEvents(seed: number, days = 60): readonly Event[] {
  const chance = chances(seed);
  return Array.from({ length: 400 }, () => ({
    person: chance(40) === 0 ? null : `p${chance(15)}`,
    at: start + chance(days) * dayMillis + [0, 0, 1, -1, 5_000][chance(5)]!,
    what: ["buy", "look", "look", "ask", null][chance(5)]!,
    amount: [null, 1.5, "2.25", "much", 0.1][chance(5)]!,
  }));
}

interface Known {
  readonly label: string;
  readonly features: readonly (number | null)[];
}

/** The result of the SQL, by cut-off and person. */
async function workedOut(source: EventSource, cutoffs: readonly number[]): Promise<ReadonlyMap<string, Known>> {
  const events = await lookAtEvents(clickhouse, source, analytics, asOf);
  const features = { windows: analytics.windows, kinds: ["buy", "look"], hasAmount: true };
  const count = featuresAt("cutoff", features).length;
  const rows = featureRows({ events, features, cutoffs, horizonDays: analytics.horizonDays, target: analytics.target, where: "1" });
  const found = await clickhouse.query<Record<string, unknown>>(rows);
  return new Map(
    found.map((row) => [
      `${String(row["cutoff"])} ${String(row["person"])}`,
      {
        label: String(row["label"]),
        features: Array.from({ length: count }, (_, place) => (typeof row[`f${place}`] === "number" ? (row[`f${place}`] as number) : null)),
      },
    ]),
  );
}

/** The same, computed in TypeScript. */
function byHand(all: readonly Event[], cutoff: number): ReadonlyMap<string, Known> {
  const known = new Map<string, Known>();
  for (const person of new Set(all.map((event) => event.person))) {
    if (person === null) continue;
    const own = all.filter((event) => event.person === person).map((event) => ({ ...event, at: Number(event.at) }));
    const before = own.filter(({ at }) => at < cutoff);
    if (before.length === 0) continue;
    const isLabel = own.some(({ at, what }) => what === "buy" && at >= cutoff && at < cutoff + 10 * dayMillis);
    const of = (chosen: typeof before): (number | null)[] => [
      ...analytics.windows.flatMap((days) => {
        const within = chosen.filter(({ at }) => at >= cutoff - days * dayMillis);
        const sum = within.reduce((total, { amount }) => total + Math.round((Number(amount ?? 0) || 0) * 1e6), 0) / 1e6;
        return [within.length, sum];
      }),
      chosen.length === 0 ? null : (cutoff - Math.max(...chosen.map(({ at }) => at))) / dayMillis,
    ];
    known.set(`${cutoff} ${person}`, {
      label: isLabel ? "yes" : "no",
      features: [
        ...of(before),
        ...of(before.filter(({ what }) => what === "buy")),
        ...of(before.filter(({ what }) => what === "look")),
        ...of(before.filter(({ what }) => what !== "buy" && what !== "look")),
        (cutoff - Math.min(...before.map(({ at }) => at))) / dayMillis,
      ],
    });
  }
  return known;
}

describe("features of a person at a cut-off", () => {
  test("equal those computed in TypeScript, also for events exactly on a boundary", async () => {
    for (const seed of [1, 2, 3]) {
      const events = randomEvents(seed);
      const cutoffs = [40, 30, 20].map((day) => start + day * dayMillis);
      const found = await workedOut(await sourceOf(events), cutoffs);
      const expected = new Map(cutoffs.flatMap((cutoff) => [...byHand(events, cutoff)]));
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
      expect(found.size).toBeGreaterThan(30);
    }
  });

  test("an event at the cut-off is in the future, one at the start of a window is in it, one at the end of the horizon is after it", async () => {
    const cutoff = start + 20 * dayMillis;
    const rest = [{ person: "last", at: start + 60 * dayMillis, what: "buy", amount: 1 }];
    const countOf = async (at: number) => {
      const first = { person: "p", at: start, what: "look", amount: null };
      const found = await workedOut(await sourceOf([first, { person: "p", at, what: "buy", amount: 4 }, ...rest]), [cutoff]);
      const { label, features } = found.get(`${cutoff} p`) ?? { label: "", features: [] };
      return [label, features[0], features[1]];
    };
    expect(await countOf(cutoff - 1)).toEqual(["no", 1, 4]);
    expect(await countOf(cutoff)).toEqual(["yes", 0, 0]);
    expect(await countOf(cutoff - 3 * dayMillis)).toEqual(["no", 1, 4]);
    expect(await countOf(cutoff - 3 * dayMillis - 1)).toEqual(["no", 0, 0]);
    expect(await countOf(cutoff + 10 * dayMillis - 1)).toEqual(["yes", 0, 0]);
    expect(await countOf(cutoff + 10 * dayMillis)).toEqual(["no", 0, 0]);
  });

  test("do not depend on events at or after the cut-off", async () => {
    for (const seed of [11, 12, 13]) {
      const chance = chances(seed);
      const events = randomEvents(seed);
      const cutoff = start + 40 * dayMillis;
      const before = events.filter(({ at }) => Number(at) < cutoff);
      const featuresOf = async (after: readonly Event[]) => {
        const source = await sourceOf([...before, ...after]);
        const found = await workedOut(source, [cutoff]);
        const looked = await lookAtEvents(clickhouse, source, analytics, asOf);
        const { kinds } = await featuresFrom(clickhouse, looked, analytics, cutoff);
        return { kinds, features: Object.fromEntries([...found].map(([key, { features }]) => [key, features])) };
      };
      const truth = await featuresOf(events.filter(({ at }) => Number(at) >= cutoff));
      const other = Array.from({ length: 300 }, (_, row) => ({
        person: `p${chance(30)}`,
        at: cutoff + chance(20) * dayMillis + (row === 0 ? 0 : chance(3)),
        what: ["buy", "new", "newer"][chance(3)]!,
        amount: chance(1_000_000),
      }));
      expect(await featuresOf(other)).toEqual(truth);
      expect(Object.keys(truth.features).length).toBeGreaterThan(10);
    }
  });

  test("the hash of a person is the one that decisions look up", async () => {
    const keys = ["p1", "\u00e9\u{1f388}", "a rather long key of a person", "0"];
    const hashes = await clickhouse.query<{ readonly hash: string }>(
      `SELECT toString(sipHash64(arrayJoin({keys:Array(String)}))) AS hash`,
      { keys },
    );
    const own = keys.map((key) => keyHash(key)).map(({ high, low }) => String((BigInt(high) << 32n) | BigInt(low)));
    expect(hashes.map(({ hash }) => hash)).toEqual(own);
  });

  test("times are read as texts, seconds and milliseconds", async () => {
    const events = randomEvents(21).map((event) => ({ ...event, at: Math.floor(Number(event.at) / 1000) * 1000 }));
    const cutoffs = [start + 30 * dayMillis];
    const millis = await workedOut(await sourceOf(events), cutoffs);
    const seconds = await workedOut(await sourceOf(events.map((event) => ({ ...event, at: event.at / 1000 }))), cutoffs);
    const texts = await workedOut(
      await sourceOf(
        events.map((event) => ({ ...event, at: new Date(event.at).toISOString() })),
        "STRING",
      ),
      cutoffs,
    );
    expect(seconds).toEqual(millis);
    expect(texts).toEqual(millis);
  });
});

describe("cut-offs", () => {
  const known = (days: number) => ({ first: start, end: start + days * dayMillis + 1 });
  const daysOf = (cutoffs: readonly number[]) => cutoffs.map((cutoff) => (cutoff - start - 1) / dayMillis);

  test("are a horizon apart, and the whole horizon after each is known", () => {
    expect(daysOf(cutOffs(known(45), 10, [3, 7]))).toEqual([35, 25, 15, 5]);
    expect(daysOf(cutOffs(known(45), 10, [30]))).toEqual([35]);
    expect(cutOffs(known(1_000), 10, [7])).toHaveLength(12);
    for (const cutoff of cutOffs(known(45), 10, [7])) expect(cutoff + 10 * dayMillis).toBeLessThanOrEqual(known(45).end);
  });

  test("there are none if the events cover too short a time", () => {
    expect(() => cutOffs(known(9), 10, [7])).toThrow("The events span 10 days. To foretell 10 days ahead");
  });
});

describe("a training that is impossible says why", () => {
  const ground = async (events: readonly Event[], other: Partial<PredictionAnalytics> = {}, times: "INTEGER" | "STRING" = "INTEGER") => {
    const lines: string[] = [];
    const config = trainingConfig.parse({
      trainingDatasource: newId(),
      testDatasource: null,
      evaluationDatasource: null,
      mapping: {},
      settings: {},
      events: { analytics: { ...analytics, ...other }, asOf: asOf.toISOString(), runId: newId() },
    });
    const laid = await buildTrainingSet(
      { clickhouse, cluster: "" },
      {
        organisationId: newId(),
        trainingId: newId(),
        lease: newId(),
        config,
        source: await sourceOf(events, times),
        signal: new AbortController().signal,
        tell: (_, sentence) => void lines.push(sentence),
      },
    );
    made.push(laid.sources.training.table);
    return { laid, lines };
  };
  /** Enough persons, some of whom buy. */
  const many = (count = 120): Event[] =>
    Array.from({ length: count * 6 }, (_, row) => ({
      person: `p${row % count}`,
      at: start + (Math.floor(row / count) * 11 + (row % 7)) * dayMillis,
      what: row % 3 === 0 && row % count < count / 2 ? "buy" : "look",
      amount: row % 10,
    }));

  test("events without the target", async () => {
    const none = many().map((event) => ({ ...event, what: "look" }));
    await expect(ground(none)).rejects.toThrow('No person ever did "buy". Choose another event to predict.');
  });

  test("no person who returned to reach the target", async () => {
    const once = [
      ...many().map((event) => ({ ...event, what: "look" })),
      { person: "new", at: start + 65 * dayMillis, what: "buy", amount: 1 },
    ];
    await expect(ground(once)).rejects.toThrow('No known person did "buy" within 10 days, so there is nothing to learn.');
  });

  test("one person", async () => {
    const alone = many(1).map((event) => ({ ...event, what: "buy" }));
    await expect(ground(alone)).rejects.toThrow(/There are too few persons: \d are known before a cut-off .* at least 50\./);
  });

  test("times in the future are skipped, and an error says so if there are no others", async () => {
    const later = { person: "p1", at: asOf.getTime() + dayMillis, what: "buy", amount: 1 };
    const { lines } = await ground([...many(), later]);
    expect(lines).toContain("1 of 721 events are in the future, and were skipped.");
    await expect(ground([later])).rejects.toThrow("No event of Events has a person and a time that is over.");
  });

  test("missing persons and times", async () => {
    const withoutPerson = { person: null, at: start, what: "buy", amount: 1 };
    const never = { person: "p1", at: null, what: "buy", amount: 1 };
    const { lines } = await ground([...many(), withoutPerson, { ...withoutPerson, person: "" }, never]);
    expect(lines.slice(0, 2)).toEqual([
      "2 of 723 events do not say whose they are, and were left out.",
      "1 of 723 events have no time that can be read, and were left out.",
    ]);
    await expect(ground([withoutPerson])).rejects.toThrow("No event of Events says whose it is.");
    await expect(ground([{ ...never, at: "yesterday" }], {}, "STRING")).rejects.toThrow("No event of Events has a time that can be read.");
    await expect(ground([])).rejects.toThrow("The datasource Events has no events.");
  });

  test("amounts that are not numbers", async () => {
    const words = many().map((event, row) => ({ ...event, amount: row === 0 ? "1e300" : "much" }));
    await expect(ground(words)).rejects.toThrow(
      "No event has an amount that is a number. Choose another column for how much it was, or none.",
    );
    await ground(words, { amountColumn: null });
    const { lines } = await ground(many().map((event, row) => (row === 5 ? { ...event, amount: "NaN" } : event)));
    expect(lines).toContain("1 of 720 events have no amount that is a number; they count, and add nothing to sums.");
  });

  test("a column that the datasource does not have", async () => {
    await expect(ground(many(), { eventColumn: "c9" })).rejects.toThrow(
      "The datasource Events has no column for what it was. Choose another.",
    );
  });

  test("a million kinds of events are reduced to sixteen and the others", async () => {
    const source = await sourceOf(many());
    await clickhouse.command(
      `INSERT INTO ${source.table} SELECT number + 100000, concat('p', toString(number % 120)), ${start} + number % 50 * ${dayMillis},
         concat('kind ', toString(number)), '1' FROM numbers(1000000)`,
    );
    const events = await lookAtEvents(clickhouse, source, analytics, asOf);
    const { kinds } = await featuresFrom(clickhouse, events, analytics, events.end);
    expect(kinds.slice(0, 2)).toEqual(["buy", "look"]);
    expect(kinds).toHaveLength(16);
  });

  test("kinds with arbitrary names, and a repeated training with the same rows", async () => {
    const odd = ["buy", "it's", "a\\b", "__proto__", "x: y", "\u{1f388}", "", "\n", "'; DROP TABLE x"];
    const events = many().map((event, row) => (event.what === "buy" ? event : { ...event, what: odd[row % odd.length]! }));
    const laid = (await ground(events)).laid;
    const again = (await ground(events)).laid;
    expect(laid.events.kinds.toSorted()).toEqual(odd.toSorted());
    const names = laid.sources.training.columns.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const rowsOf = (table: string) => clickhouse.query(`SELECT * FROM ${table} ORDER BY row`);
    const rows = await rowsOf(laid.sources.training.table);
    expect(rows).toEqual(await rowsOf(again.sources.training.table));
    // How cut-offs are split: 70 days, a horizon of 10, and 120 persons who are all known before the second.
    const parts = await clickhouse.query(
      `SELECT c1 AS part, count() AS rows FROM ${laid.sources.training.table} GROUP BY part ORDER BY part`,
    );
    expect(parts).toMatchObject([{ part: 0 }, { part: 1, rows: 120 }, { part: 2, rows: 120 }]);
  });
});
