import { gunzipSync } from "node:zlib";
import { modelPieceKey } from "@airlock/contract";
import { compile, encodeRecord, evaluateWithEffects, readInput, type Effects, type Plan } from "@airlock/engine";
import { emptyDefinition, newLink, newNode, type Definition, type PredictionNode } from "@airlock/flow";
import { createPredictor, type Artefact, type Distribution, type Predictor } from "@airlock/model";
import { newId, openBucket } from "@airlock/platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { seededAccounts } from "../../services/idp/accounts.ts";
import { port } from "../../services/instance.ts";
import { natsUrl } from "../../services/parts/nats.ts";
import { kill, restart } from "../../services/stack.ts";
import { addDatasource } from "../support/add-datasource.ts";
import { administrator, instance, openClickHouse, openStore, place, setting } from "../support/behind.ts";
import type { Caller } from "../support/caller.ts";
import { openDataPlane } from "../support/data-plane.ts";
import { ask, issueKey, serveDecision, untilKnownAt } from "../support/decision.ts";
import { eventually } from "../support/eventually.ts";
import { withinADay } from "../support/within-a-day.ts";

const clickhouse = openClickHouse();
const postgres = openStore();
const email = seededAccounts[0]?.email ?? "";
const name = `Watched ${newId()}`;
const dayMillis = 86_400_000;
/** Counting may wait behind the work of others. */
const patience = { seconds: 300, everyMillis: 200 };

let admin: Caller;
let organisationId: string;
let at: { readonly predictionId: string };
let version: { readonly solutionId: string; readonly versionId: string };
let plan: Plan;
let predictor: Predictor;
let training: readonly Distribution[];

interface Applicant {
  readonly Applicant: string;
  readonly Age?: number;
  readonly Region: string;
}

function flow(config: string): Definition {
  const [start, end] = [newNode("Start", "start", 0, 0), newNode("End", "end", 400, 0)];
  const prediction: PredictionNode = {
    ...newNode("Prediction", "ask", 200, 0),
    config,
    model: 1,
    inputFields: [
      { name: "age", datasource: "Application", fieldKey: "Age" },
      { name: "region", datasource: "Application", fieldKey: "Region" },
    ],
    scoreField: "Score",
  };
  return {
    ...emptyDefinition(),
    solutionDefinition: {
      nodes: [start, prediction, end],
      links: [newLink("a", start, prediction), newLink("b", prediction, end)],
      zoom: 100,
    },
    applicationDatasetFields: [
      { key: "Applicant", name: "Applicant", type: "String", required: true },
      { key: "Age", name: "Age", type: "Integer", required: false },
      { key: "Region", name: "Region", type: "String", required: true },
    ],
    runtimeDatasetFields: [{ key: "Score", name: "Score", type: "Float", required: false }],
  };
}

const regions = ["north", "south", "east"];
/** As in training: ages and regions uniformly distributed. */
const usual = (n: number, prefix: string): Applicant => ({
  Applicant: `${prefix}-${n}`,
  Age: 18 + ((n * 37) % 60),
  Region: regions[n % 3] ?? "",
});
/** Old, every second one from an unseen region, every tenth without an age. */
const unusual = (n: number, prefix: string): Applicant => ({
  Applicant: `${prefix}-${n}`,
  ...(n % 10 === 0 ? {} : { Age: 70 + (n % 8) }),
  Region: n % 2 === 0 ? "west" : "north",
});
const many = (count: number, of: (n: number, prefix: string) => Applicant, prefix: string): readonly Applicant[] =>
  Array.from({ length: count }, (_, n) => of(n, prefix));

beforeAll(async () => {
  await withinADay(120);
  begun = Date.now();
  admin = await administrator();
  organisationId = (await admin.do("profile.read"))._embedded.organisationWss;
  const columns = [
    { name: "age", type: "INTEGER" },
    { name: "region", type: "STRING" },
    { name: "paid", type: "STRING" },
  ] as const;
  const rows = many(1_500, usual, "t").map(({ Age = 0, Region }, n) => [Age, Region, Age + ((n * 31) % 20) > 50 ? "yes" : "no"]);
  const trainingDatasource = await addDatasource(place, admin, { name: `Watched ${newId()}`, columns, rows });
  at = { predictionId: (await admin.do("predictions.create", { body: { name } }))._embedded.webSafeString };
  const mapping = {
    columns: columns.map((column, key) => ({ ...column, key: `c${key}` })),
    selectedRowKeys: ["c0", "c1"],
    labelField: "c2",
  };
  await admin.do("prediction.train", { at, body: { trainingDatasource, mapping, settings: { trees: 20 } } });
  const status = async () => (await admin.do("prediction.read", { at }))._embedded.status;
  await eventually("it is trained", async () => (await status()) === "trained" || undefined, patience);
  await admin.do("prediction.deploy", { at, body: null });
  version = await serveDecision(admin, name, flow(at.predictionId));
  const compiled = compile(flow(at.predictionId));
  if (!compiled.ok) throw new Error("The flow cannot run.");
  plan = compiled.plan;
  const { artefact } = await postgres.inOrganisation({ organisationId, userId: null }, (tx) =>
    tx.selectFrom("prediction_models").where("prediction_id", "=", at.predictionId).select("artefact").executeTakeFirstOrThrow(),
  );
  predictor = createPredictor(JSON.parse(gunzipSync(artefact).toString("utf8")) as Artefact);
  const report = (await admin.do("model.read", { at: { ...at, number: "1" } }))._embedded;
  training = report.columns.map(({ distribution }) => distribution);
});

afterAll(async () => {
  await postgres.close();
  await clickhouse.close();
});

/** Rounded as in an execution. */
const scoreOf = ({ Age, Region }: Applicant): number => Math.round(predictor.predict({ age: Age, region: Region }).score * 1e12) / 1e12;
const effects: Effects = {
  webCall: () => Promise.reject(new Error("Nobody calls.")),
  predict: ({ inputs }) => ({ score: predictor.predict(inputs).score, reasonCodes: [] }),
};
const executionColumns = ["organisation", "version", "started", "id", "solution", "key", "duration_us", "status", "record"];

/** Days are counted back from here, in case the tests run past midnight. */
let begun: number;

/** Executions of a past day, as the sink would have written them. */
async function decided(daysAgo: number, applicants: readonly Applicant[]): Promise<{ readonly lines: readonly string[] }> {
  const noon = Math.floor(begun / dayMillis) * dayMillis - daysAgo * dayMillis + dayMillis / 2;
  const lines: string[] = [];
  for (const [n, applicant] of applicants.entries()) {
    const read = readInput(plan, applicant);
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    const record = encodeRecord(await evaluateWithEffects(plan, read.input, effects, AbortSignal.timeout(10_000)));
    // Over three hours.
    const started = noon + ((n * 7_919) % (3 * 3_600)) * 1000;
    const { solutionId, versionId } = version;
    lines.push(JSON.stringify([organisationId, versionId, started * 1000, newId(started), solutionId, "key", 100, "completed", record]));
  }
  await clickhouse.insertLines("executions", executionColumns, lines);
  return { lines };
}

const dayOf = (daysAgo: number): string => new Date(begun - daysAgo * dayMillis).toISOString().slice(0, 10);
const drift = async () => (await admin.do("prediction.drift", { at }))._embedded;

/** The report of a column on a day, once this number of decisions is counted. */
function toldOf(column: string, daysAgo: number, count: number) {
  return eventually(
    `${count} decisions ${daysAgo} days ago`,
    async () => (await drift()).days.find((one) => one.day === dayOf(daysAgo) && one.column === column && one.count === count),
    patience,
  );
}

/** By the definition, from the values themselves. */
function psiOf(distribution: Distribution, bin: (applicant: Applicant) => number, applicants: readonly Applicant[]): number {
  const before = [...distribution.bins, distribution.missing, distribution.unseen].map((count) => count / distribution.rows);
  const now = before.map((_, at) => applicants.filter((one) => bin(one) === at).length / applicants.length);
  return before.reduce((sum, share, at) => {
    const [a, b] = [Math.max(share, 1e-4), Math.max(now[at] ?? 0, 1e-4)];
    return sum + (b - a) * Math.log(b / a);
  }, 0);
}
const ageBin = ({ Age }: Applicant): number => {
  const { bounds, bins } = training[0] ?? { bounds: [], bins: [] };
  return Age === undefined ? bins.length : bounds.filter((bound) => bound <= Age).length;
};

async function mails(): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port(instance, "inbox")}/mails?to=${encodeURIComponent(email)}`);
  const all = z.array(z.object({ subject: z.string(), text: z.string() })).parse(await response.json());
  return all.flatMap(({ subject, text }) => (subject.includes(name) ? [text] : [])).join("\n");
}

test("every decision is counted once by its inputs, and drift of a day is reported once", { timeout: 900_000 }, async () => {
  const [steady, moved] = [many(600, usual, "s"), many(400, unusual, "m")];
  const { lines } = await decided(3, steady);
  // Half of them are inserted twice.
  await clickhouse.insertLines("executions", executionColumns, lines.slice(0, 300));
  await decided(1, moved);
  const age = await toldOf("age", 3, 600);
  expect(age).toMatchObject({ of: "column", missingRate: 0, trainingMissingRate: 0, unseenShare: 0, enough: true });
  expect(age.psi).toBeCloseTo(psiOf(training[0] as Distribution, ageBin, steady), 10);
  const shifted = await toldOf("age", 1, 400);
  expect(shifted).toMatchObject({ missingRate: 0.1, enough: true });
  expect(shifted.psi).toBeCloseTo(psiOf(training[0] as Distribution, ageBin, moved), 10);
  expect(await toldOf("region", 1, 400)).toMatchObject({ unseenShare: 0.5, missingRate: 0 });
  expect(await toldOf("score", 1, 400)).toMatchObject({ of: "score" });

  // Late ones are counted, too, without a second notice.
  await decided(1, many(10, unusual, "late"));
  await toldOf("age", 1, 410);
  const reported = await eventually(
    "all are reported",
    async () => {
      const now = await drift();
      const alerts = now.alerts.filter(({ day, notified }) => day === dayOf(1) && notified);
      return alerts.length >= 3 && now.drift.state === "drifting" ? now : undefined;
    },
    patience,
  );
  expect(reported.alerts.map(({ of, column, day }) => `${of} ${column} ${day}`).sort()).toEqual(
    [`column age ${dayOf(1)}`, `column region ${dayOf(1)}`, `score score ${dayOf(1)}`].sort(),
  );
  expect(reported.drift).toEqual({ state: "drifting", since: `${dayOf(1)}T00:00:00.000Z`, columns: ["age", "region"], score: true });
  const { items } = await admin.do("predictions.list", { query: { search: name } });
  expect(items[0]?._embedded.drift).toEqual(reported.drift);
  expect((await mails()).match(new RegExp(`on ${dayOf(1)}`, "g"))).toHaveLength(3);

  // A person is erased: the counts are computed again without them.
  await admin.do("erasures.create", { body: { field: "Applicant", value: "late-3" } });
  await toldOf("age", 1, 409);

  // Another threshold is applied to the same counts; notices are kept.
  await admin.do("prediction.watch", { at, body: { threshold: 10, notify: false } });
  await eventually("it is steady", async () => (await drift()).drift.state === "steady" || undefined, patience);
  expect((await drift()).alerts).toHaveLength(3);
});

test("decisions of a runtime are counted, although a worker is killed", { timeout: 900_000 }, async () => {
  const { token } = await issueKey(admin);
  const runtime = { url: `http://127.0.0.1:${setting("AIRLOCK_RUNTIME_PORT")}` };
  await untilKnownAt(runtime, token);
  const applicants = many(120, usual, "today");
  for (let from = 0; from < applicants.length; from += 20) {
    const answers = await Promise.all(applicants.slice(from, from + 20).map((one) => ask(runtime, version.versionId, token, one)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  }
  await decided(5, many(2_000, usual, "older"));
  await kill(instance, "worker");
  await restart(instance, "worker");
  await toldOf("age", 5, 2_000);
  const today = await eventually(
    "120 decisions",
    async () => {
      // Over two days, in case the test runs around midnight.
      const days = (await drift()).days.filter((one) => one.day >= dayOf(0) && one.column === "age");
      return days.reduce((sum, { count }) => sum + count, 0) === 120 ? days : undefined;
    },
    patience,
  );
  expect(today.map(({ enough }) => enough)).not.toContain(true);
});

test("known outcomes are compared with the report, until their datasource is deleted", { timeout: 900_000 }, async () => {
  const steady = many(600, usual, "s");
  const outcomes = steady.map((one, n) => ({ one, label: (n * 13) % 10 < 3 === scoreOf(one) > 0.5 ? "no" : "yes" }));
  const rows = [["s-1", "yes"], ...outcomes.map(({ one, label }) => [one.Applicant, label]), ["nobody", "no"], ["s-2", "perhaps"]];
  // The last row of a person counts; one that is not a class of the model is ignored.
  const known = outcomes.filter(({ one }) => one.Applicant !== "s-2");
  const columns = [
    { name: "who", type: "STRING" },
    { name: "outcome", type: "STRING" },
  ] as const;
  const datasourceId = await addDatasource(place, admin, { name: `Outcomes ${newId()}`, columns, rows });
  const body = { datasourceId, keyColumn: "c0", labelColumn: "c1", applicationField: "Applicant" };
  await admin.do("prediction.outcomes", { at, body });
  // Hours are counted one after another; a person with two outcomes counts once, one without a known outcome not at all.
  const quality = async () => (await drift()).quality.days.find((one) => one.day === dayOf(3) && one.count === known.length);
  const day = await eventually(`${known.length} are judged`, quality, patience);
  const [yes, no] = [known.filter(({ label }) => label === "yes"), known.filter(({ label }) => label === "no")];
  const wins = yes.flatMap((a) => no.map((b) => Math.sign(scoreOf(a.one) - scoreOf(b.one)) / 2 + 0.5));
  expect(day.metric).toBeCloseTo(wins.reduce((sum, win) => sum + win, 0) / wins.length, 10);
  const { metric } = (await admin.do("model.read", { at: { ...at, number: "1" } }))._embedded;
  expect(day.reportMetric).toBe(metric.value);
  expect((await drift()).quality).toMatchObject({ metric: "AUC", higherIsBetter: true });

  const left = async () => {
    const parameters = { prediction: at.predictionId };
    const [row] = await clickhouse.query<{ readonly n: number }>(
      "SELECT count() AS n FROM prediction_outcomes WHERE prediction = {prediction:String}",
      parameters,
    );
    return row?.n;
  };
  expect(await left()).toBeGreaterThan(0);
  await admin.do("datasource.delete", { at: { datasourceId } });
  expect(await drift()).toMatchObject({ outcomes: null, quality: { days: [] } });
  await eventually("nothing is left of it", async () => (await left()) === 0 || undefined, patience);
});

test("the counts are deleted with the prediction", { timeout: 900_000 }, async () => {
  await admin.do("version.stop", { at: version });
  await admin.do("version.delete", { at: version });
  const left = async () => {
    const counted = "SELECT count() AS n FROM prediction_hours WHERE prediction = {prediction:String}";
    return (await clickhouse.query<{ readonly n: number }>(counted, { prediction: at.predictionId }))[0]?.n;
  };
  expect(await left()).toBeGreaterThan(0);
  await admin.do("prediction.delete", { at });
  await eventually("nothing is left of it", async () => (await left()) === 0 || undefined, patience);
});

test("and its model is removed from the bucket", { timeout: 900_000 }, async () => {
  const plane = await openDataPlane(natsUrl(instance));
  try {
    const models = await openBucket(plane.nats, "models");
    const pieces = async () => (await models.keys()).filter((key) => key.startsWith(`${at.predictionId}.`));
    expect(await pieces()).toEqual([modelPieceKey({ ...at, number: 1 }, 0)]);
    // Swept when a worker starts, and then every few minutes.
    await restart(instance, "worker");
    await eventually("no piece is left", async () => ((await pieces()).length === 0 ? true : undefined), patience);
  } finally {
    await plane.close();
  }
});
