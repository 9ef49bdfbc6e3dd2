import { countMinutes, detailMinutes, keepPredictionHour, outcomeSourceOf } from "@airlock/backend/executions";
import { compile, encodeRecord, evaluate, readInput } from "@airlock/engine";
import { emptyDefinition, newLink, newNode, newSetter, type Definition, type SetStateNode } from "@airlock/flow";
import { createLog, newId } from "@airlock/platform";
import { createClickHouse } from "@airlock/platform/clickhouse";
import type { JobData } from "@airlock/platform/jobs";
import { openPostgres } from "@airlock/platform/postgres";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { asOwner } from "../testing/warehouse-organisation.ts";
import { judgeMonitors } from "./judge-monitors.ts";

const settings = inject("environment");
const ownerUrl = settings["AIRLOCK_POSTGRES_MIGRATION_URL"] ?? "";
const log = createLog({ name: "test", level: "silent" });
const postgres = openPostgres({ url: settings["AIRLOCK_POSTGRES_URL"] ?? "", name: "test", log, connections: 2 });
const [clickhouse, admin] = [openTestClickHouse("worker"), openTestClickHouse("admin")];
/** An unreachable server. */
const gone = createClickHouse({ url: "http://127.0.0.1:9", database: "airlock", name: "test" });

let organisationId: string;
let solutionId: string;
let versionId: string;
let mails: JobData["monitor.announce"][];
const jobs = {
  send: (_tx: unknown, _name: string, data: unknown) => {
    mails.push(data as JobData["monitor.announce"]);
    return Promise.resolve();
  },
};

/** Copies the input `wanted` to the outcome. */
const definition = ((): Definition => {
  const [start, end] = [newNode("Start", "start", 0, 0), newNode("End", "end", 400, 0)];
  const set: SetStateNode = {
    ...newNode("SetState", "set", 200, 0),
    setFields: [{ ...newSetter(), leftHandFieldname: "decision", rightHandDatasource: "Application", rightHandFieldname: "wanted" }],
  };
  return {
    ...emptyDefinition(),
    solutionDefinition: { nodes: [start, set, end], links: [newLink("a", start, set), newLink("b", set, end)], zoom: 100 },
    applicationDatasetFields: [{ key: "wanted", name: "wanted", type: "String", required: true }],
    runtimeDatasetFields: [{ key: "decision", name: "decision", type: "String", required: false }],
  };
})();

beforeAll(async () => {
  const { rows } = await asOwner(ownerUrl, (owner) =>
    owner.query<{ id: string }>("select id from organisations where managed_by is null limit 1"),
  );
  organisationId = rows[0]?.id ?? "";
});
afterAll(() => Promise.all([postgres, clickhouse, admin, gone].map((store) => store.close())));

beforeEach(async () => {
  mails = [];
  [solutionId, versionId] = [newId(), newId()];
  await asOwner(ownerUrl, async (owner) => {
    await owner.query("insert into solutions (id, organisation_id, name, key) values ($1, $2, 'Watched', lower($1))", [
      solutionId,
      organisationId,
    ]);
    await owner.query(
      `insert into versions (id, organisation_id, solution_id, name, definition, hash, behaviour, desired)
       values ($1, $2, $3, '1.0', $4, repeat('0', 64), 1, 'stopped')`,
      [versionId, organisationId, solutionId, JSON.stringify(definition)],
    );
  });
});

/** Far from the present, so that the running worker does not evaluate these monitors. */
const base = Date.UTC(2031, 2, 5, 14);
const minute = (after: number) => new Date(base + after * 60_000 + 20_000);

async function monitor(fields: { readonly measure: object; readonly rule: object; readonly minDecisions?: number }): Promise<string> {
  const id = newId();
  await asOwner(ownerUrl, (owner) =>
    owner.query(
      `insert into monitors (id, organisation_id, solution_id, name, measure, rule, window_minutes, min_decisions, notify_users, tried_at)
       values ($1, $2, $3, 'Watch', $4, $5, 5, $6, '{u}', '2031-01-01')`,
      [id, organisationId, solutionId, JSON.stringify(fields.measure), JSON.stringify(fields.rule), fields.minDecisions ?? 10],
    ),
  );
  return id;
}

interface Made {
  readonly count: number;
  /** In minutes after `base`. */
  readonly at: number;
  readonly outcome?: string;
  readonly failed?: number;
  readonly millis?: number;
}

/** Executions as the sink writes them, all in one minute. */
async function decided({ count, at, outcome = "Approve", failed = 0, millis = 1 }: Made): Promise<void> {
  const compiled = compile(definition);
  const read = compiled.ok ? readInput(compiled.plan, { wanted: outcome }) : undefined;
  if (!compiled.ok || read?.ok !== true) throw new Error("The execution cannot be made.");
  const record = encodeRecord(evaluate(compiled.plan, read.input));
  const lines = Array.from({ length: count }, (_, index) => {
    const started = base + at * 60_000 + index * 10;
    const status = index < failed ? "failed" : "completed";
    return JSON.stringify([organisationId, versionId, started * 1000, newId(started), solutionId, "k", millis * 1000, status, record]);
  });
  const columns = ["organisation", "version", "started", "id", "solution", "key", "duration_us", "status", "record"];
  await admin.insertLines("executions", columns, lines);
}

/** What the worker does once a minute has settled. */
async function count(): Promise<void> {
  const outcome = outcomeSourceOf(definition);
  await countMinutes(admin, { settleMillis: 0 });
  await detailMinutes(admin, {
    settleMillis: 0,
    maxStretches: 1_000,
    sourcesOf: (_organisation, ids) =>
      Promise.resolve(new Map(outcome === undefined ? [] : ids.filter((id) => id === versionId).map((id) => [id, outcome]))),
  });
}

const judgeAt = (id: string, after: number, read = clickhouse) =>
  judgeMonitors({ postgres, clickhouse: read, jobs, log }, organisationId, [id], minute(after));

const stateOf = (id: string) =>
  postgres.inOrganisation({ organisationId, userId: null }, async (tx) => ({
    ...(await tx
      .selectFrom("monitors")
      .where("id", "=", id)
      .select(["judgement", "value", "decisions", "usual", "points", "judged_at", "unjudged_since", "revision", "moved"])
      .executeTakeFirstOrThrow()),
    firings: await tx
      .selectFrom("firings")
      .where("monitor_id", "=", id)
      .select(["began_at", "ended_at", "value", "peak", "inside_since", "moved"])
      .orderBy("id")
      .execute(),
  }));

test("a threshold fires, mails once, and resolves after two windows inside", async () => {
  const id = await monitor({ measure: { kind: "failedShare" }, rule: { kind: "threshold", min: null, max: 0.05 } });
  await decided({ count: 20, at: -7, failed: 10 });
  await decided({ count: 100, at: -2, failed: 20 });
  await judgeAt(id, 0);
  expect(await stateOf(id)).toMatchObject({
    judgement: "outside",
    value: 0.2,
    decisions: 100,
    firings: [{ began_at: minute(0), ended_at: null }],
  });

  await decided({ count: 100, at: 0, failed: 60 });
  await judgeAt(id, 1);
  expect((await stateOf(id)).firings).toMatchObject([{ value: 0.2, peak: 0.4 }]);

  // The window is now minutes 3 to 8.
  await decided({ count: 100, at: 5 });
  await judgeAt(id, 8);
  expect(await stateOf(id)).toMatchObject({ judgement: "inside", value: 0, firings: [{ ended_at: null, inside_since: minute(8) }] });
  await decided({ count: 100, at: 9 });
  await judgeAt(id, 12);
  expect((await stateOf(id)).firings).toMatchObject([{ ended_at: null }]);
  await judgeAt(id, 13);
  const { firings, points, revision } = await stateOf(id);
  expect(firings).toMatchObject([{ ended_at: minute(13), peak: 0.4 }]);
  expect([mails.map(({ event }) => event), revision]).toEqual([["began", "ended"], 1]);
  // The chart has the windows before the first evaluation, too.
  const chart = points as readonly { readonly value: number | null }[];
  expect(chart.slice(0, 12).map(({ value }) => value)).toEqual([...Array.from({ length: 11 }, () => null), 0.5]);
  expect(chart.slice(12)).toMatchObject([{ value: 0.2, min: null, max: 0.05 }, { value: 0.4 }, { value: 0 }, { value: 0 }, { value: 0 }]);
});

test("an unavailable ClickHouse changes nothing but the reported state", async () => {
  const id = await monitor({ measure: { kind: "failedShare" }, rule: { kind: "threshold", min: null, max: 0.05 } });
  await decided({ count: 100, at: -2, failed: 20 });
  await judgeAt(id, 0);
  const before = await stateOf(id);
  await judgeAt(id, 20, gone);
  await judgeAt(id, 21, gone);
  expect(await stateOf(id)).toEqual({ ...before, unjudged_since: minute(20) });
  await judgeAt(id, 1);
  expect(await stateOf(id)).toMatchObject({ unjudged_since: null, judgement: "outside" });
  expect(mails).toHaveLength(1);
});

test("too few decisions are not evaluated, except for volume", async () => {
  const threshold = { kind: "threshold", min: null, max: 0.05 };
  const share = await monitor({ measure: { kind: "failedShare" }, rule: threshold, minDecisions: 50 });
  const volume = await monitor({ measure: { kind: "volume" }, rule: { kind: "threshold", min: 300, max: null }, minDecisions: 50 });
  await decided({ count: 20, at: -2, failed: 20 });
  await judgeAt(share, 0);
  await judgeAt(volume, 0);
  expect(await stateOf(share)).toMatchObject({ judgement: "tooFew", decisions: 20, firings: [] });
  // 20 in five minutes are 240 an hour.
  expect(await stateOf(volume)).toMatchObject({ judgement: "outside", value: 240, firings: [{ ended_at: null }] });
});

test("a muted monitor fires without a mail", async () => {
  const id = await monitor({ measure: { kind: "p99" }, rule: { kind: "threshold", min: null, max: 5 } });
  await asOwner(ownerUrl, (owner) => owner.query("update monitors set muted_until = '2032-01-01' where id = $1", [id]));
  await decided({ count: 100, at: -2, millis: 40 });
  await judgeAt(id, 0);
  const { firings, value } = await stateOf(id);
  expect([firings.length, mails]).toEqual([1, []]);
  expect(Math.abs((value ?? 0) / 40 - 1)).toBeLessThan(0.03);
});

test("unlike the same hour of the last four weeks: an outcome's share, once there is enough history", async () => {
  const id = await monitor({ measure: { kind: "outcomeShare", outcome: "Decline" }, rule: { kind: "unlike" } });
  const week = 7 * 24 * 60;
  const mixed = async (at: number, declined: number) => {
    await decided({ count: declined, at, outcome: "Decline" });
    await decided({ count: 100 - declined, at, outcome: "Approve" });
  };
  await mixed(-2, 45);
  await mixed(-2 - week, 18);
  await count();
  await judgeAt(id, 0);
  expect(await stateOf(id)).toMatchObject({ judgement: "noHistory", value: 0.45, firings: [] });
  await mixed(-2 - 2 * week, 19);
  // The windows before and after that of the same time.
  await mixed(-7 - 3 * week, 17);
  await mixed(3 - 3 * week, 18);
  await count();
  await judgeAt(id, 1);
  const { judgement, usual, firings } = await stateOf(id);
  expect([judgement, firings.length]).toEqual(["outside", 1]);
  expect(usual).toMatchObject({ median: 0.18 });
});

test("the outcome mix is compared with fixed shares, or with the same hour of the last four weeks", async () => {
  const rule = { kind: "threshold", min: null, max: 0.1 };
  const baseline = [
    { outcome: "Approve", share: 0.8 },
    { outcome: "Decline", share: 0.2 },
  ];
  const fixed = await monitor({ measure: { kind: "outcomeMix", baseline }, rule });
  const sliding = await monitor({ measure: { kind: "outcomeMix", baseline: null }, rule });
  const unlike = await monitor({ measure: { kind: "outcomeMix", baseline: null }, rule: { kind: "unlike" } });
  const week = 7 * 24 * 60;
  const mixed = async (at: number, declined: number) => {
    await decided({ count: declined, at, outcome: "Decline" });
    await decided({ count: 1000 - declined, at, outcome: "Approve" });
  };
  await mixed(-2, 500);
  await mixed(-2 - week, 200);
  await count();
  for (const id of [fixed, sliding, unlike]) await judgeAt(id, 0);
  expect(await stateOf(fixed)).toMatchObject({
    judgement: "outside",
    value: expect.closeTo(0.3),
    moved: { outcome: "Decline", by: expect.closeTo(0.3) },
    firings: [{ moved: { outcome: "Decline", by: expect.closeTo(0.3) } }],
  });
  // One week is not enough history.
  for (const id of [sliding, unlike]) expect(await stateOf(id)).toMatchObject({ judgement: "noHistory", value: null, firings: [] });
  await mixed(-2 - 2 * week, 240);
  await count();
  for (const id of [sliding, unlike]) await judgeAt(id, 1);
  // 22% of the earlier decisions were declined.
  expect(await stateOf(sliding)).toMatchObject({ judgement: "outside", value: expect.closeTo(0.28), firings: [{ ended_at: null }] });
  expect(await stateOf(unlike)).toMatchObject({ judgement: "outside", usual: { median: expect.closeTo(0.02), min: 0 } });
});

test("volume is compared with weeks after the first decision, in which zero counts", async () => {
  const id = await monitor({ measure: { kind: "volume" }, rule: { kind: "unlike" } });
  const week = 7 * 24 * 60;
  await decided({ count: 100, at: -2 });
  await decided({ count: 100, at: -2 - week });
  await judgeAt(id, 0);
  expect((await stateOf(id)).judgement).toBe("noHistory");
  // The first execution is four weeks and a day old: the windows of all weeks count, most of them with a volume of 0.
  await decided({ count: 1, at: -4 * week - 24 * 60 });
  await count();
  await judgeAt(id, 1);
  expect(await stateOf(id)).toMatchObject({ judgement: "outside", value: 1200, usual: { median: 0 } });
});

test("drift is read from the counts of the deployed model only, for the latest day with enough decisions", async () => {
  const predictionId = newId();
  const distribution = { rows: 1000, missing: 0, unseen: 0, bounds: [50], bins: [500, 500] };
  const column = { name: "age", type: "INTEGER", kind: "number", values: [], valuesCount: 0, bands: [], distribution };
  await asOwner(ownerUrl, async (owner) => {
    await owner.query(
      `insert into predictions (id, organisation_id, name, code, type, status, deployed_model)
       values ($1, $2, 'Default risk', $1, 'standard', 'trained', 2)`,
      [predictionId, organisationId],
    );
    for (const number of [1, 2]) {
      await owner.query(
        `insert into prediction_models (organisation_id, prediction_id, number, training_job_id, objective, hash, rows_hash, rows, metric, report, artefact)
         values ($1, $2, $3, 'job', 'binary', '', '', 1000, '{}', $4, '')`,
        [organisationId, predictionId, number, JSON.stringify({ columns: [column], scores: distribution })],
      );
    }
  });
  const hourSeconds = 3_600;
  const live = (model: number, hoursAgo: number, ages: readonly [number, number], scores: readonly [number, number]) => {
    const counts = ([low, high]: readonly [number, number]) => ({ rows: low + high, missing: 0, unseen: 0, bins: [low, high] });
    const hour = base / 1000 - hoursAgo * hourSeconds;
    const at = { organisationId, predictionId, model, versionId, hour, counted: base, outcomes: 0 };
    return keepPredictionHour(admin, at, [counts(ages)], counts(scores));
  };
  const id = await monitor({ measure: { kind: "drift", predictionWss: predictionId }, rule: { kind: "threshold", min: null, max: 0.2 } });
  await judgeAt(id, 0);
  expect(await stateOf(id)).toMatchObject({ judgement: "tooFew", value: null });

  // The previous model drifted but is no longer deployed. Yesterday matched the training.
  await live(1, 1, [900, 100], [500, 500]);
  await live(2, 24, [500, 500], [510, 490]);
  await judgeAt(id, 1);
  const steady = await stateOf(id);
  expect(steady).toMatchObject({ judgement: "inside", decisions: 1000, firings: [] });
  expect(steady.value).toBeLessThan(0.01);

  // Too few decisions today, so yesterday counts.
  await live(2, 2, [9, 1], [5, 5]);
  await judgeAt(id, 2);
  expect(await stateOf(id)).toMatchObject({ judgement: "inside", value: steady.value });

  // Two hours of today together: the score shifted, and the age shifted more.
  await live(2, 1, [891, 99], [695, 295]);
  await judgeAt(id, 3);
  const drifted = await stateOf(id);
  expect(drifted).toMatchObject({ judgement: "outside", decisions: 1000, firings: [{ ended_at: null }] });
  // (0.9 - 0.5) ln(0.9 / 0.5) + (0.1 - 0.5) ln(0.1 / 0.5)
  expect(drifted.value).toBeCloseTo(0.4 * Math.log(1.8) - 0.4 * Math.log(0.2), 2);

  await judgeAt(id, 4, gone);
  expect(await stateOf(id)).toMatchObject({ judgement: "outside", value: drifted.value, unjudged_since: minute(4) });
});

test("a monitor that is changed during its evaluation keeps its state", async () => {
  const id = await monitor({ measure: { kind: "failedShare" }, rule: { kind: "threshold", min: null, max: 0.05 } });
  await decided({ count: 100, at: -2, failed: 20 });
  const changing: typeof clickhouse = {
    ...clickhouse,
    query: async <Row>(sql: string, parameters?: Readonly<Record<string, unknown>>) => {
      await asOwner(ownerUrl, (owner) => owner.query('update monitors set rule = \'{"kind":"unlike"}\' where id = $1', [id]));
      return clickhouse.query<Row>(sql, parameters);
    },
  };
  await judgeAt(id, 0, changing);
  expect(await stateOf(id)).toMatchObject({ judgement: "waiting", firings: [] });
});
