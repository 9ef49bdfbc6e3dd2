import { scoresKey } from "@airlock/contract";
import { emptyDefinition, newLink, newNode, type Definition, type PredictionNode } from "@airlock/flow";
import { connectNats, createLog, openBucket, type Nats } from "@airlock/platform";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asOwner, newColleague, newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { analyticsPrediction, newPrediction } from "../testing/predictions.ts";
import { keyArrived, keyFor } from "../testing/specimens.ts";
import { natsAccess, setting, startTestApi, type TestApi } from "../testing/test-api.ts";
import { datasourceOf } from "../testing/train.ts";
import { until } from "../testing/until.ts";

let api: TestApi;
let admin: Person;
let nats: Nats;
beforeAll(async () => {
  const log = createLog({ name: "test", level: "silent" });
  nats = await connectNats({ ...natsAccess(), process: "api", name: "test", log });
  api = await startTestApi();
  admin = await newOrganisation(api, await rootAdministrator(api), "Analytics");
});
afterAll(async () => {
  await nats.close();
  await api.close();
});

const persons = 120;

/** Keen persons look often and buy every week; the others look occasionally and hardly ever buy. */
function eventsOf(isKeen: (person: number) => boolean): string {
  const lines = ["who,when,what,worth"];
  for (let day = 0; day < 100; day += 1) {
    for (let person = 0; person < persons; person += 1) {
      const when = new Date(Date.UTC(2026, 0, 1 + day, person % 24, (person * 7) % 60)).toISOString();
      const turn = day + person * 3;
      if (turn % (isKeen(person) ? 2 : 13) === 0) lines.push(`p${person},${when},look,`);
      if (turn % (isKeen(person) ? 7 : 83) === 0) lines.push(`p${person},${when},buy,${10 + (turn % 5)}.5`);
    }
  }
  return `${lines.join("\n")}\n`;
}

const analytics = {
  personColumn: "c0",
  timeColumn: "c1",
  eventColumn: "c2",
  amountColumn: "c3",
  target: "buy",
  horizonDays: 10,
  windows: [30, 7, 30],
};
const settings = { trees: 40 };

function flowWith(config: string): Definition {
  const start = newNode("Start", "start", 0, 0);
  const end = newNode("End", "end", 400, 0);
  const prediction: PredictionNode = {
    ...newNode("Prediction", "score", 200, 0),
    config,
    inputFields: [{ name: "who", datasource: "Application", fieldKey: "who" }],
    scoreField: "score",
  };
  return {
    ...emptyDefinition(),
    solutionDefinition: {
      nodes: [start, prediction, end],
      links: [newLink("a", start, prediction), newLink("b", prediction, end)],
      zoom: 100,
    },
    applicationDatasetFields: [{ key: "who", name: "Who", type: "String", required: false }],
    runtimeDatasetFields: [{ key: "score", name: "Score", type: "Float", required: false }],
  };
}

type At = { readonly predictionId: string };

/** The run of this number, once it has ended. */
async function ended(at: At, number: number) {
  return until(async () => {
    const { items } = await admin.must("prediction.runs", { at });
    const run = items.map(({ _embedded }) => _embedded).find((one) => one.number === number);
    return run !== undefined && run.status !== "waiting" && run.status !== "running" ? run : undefined;
  });
}

async function runOnce(at: At, number: number) {
  await admin.must("prediction.startScheduler", { at, body: null });
  const run = await ended(at, number);
  await admin.must("prediction.stopScheduler", { at });
  return run;
}

test(
  "all persons are scored from their events, a decision looks the score up, and versions use the newest scores of the model they pin",
  { timeout: 180_000 },
  async () => {
    const first = await datasourceOf(
      admin,
      eventsOf((person) => person % 2 === 0),
      {},
      "predictiveAnalytics",
    );
    const at = (await analyticsPrediction(admin)) as At;
    const { _embedded: saved } = await admin.must("prediction.update", { at, body: { eventsDatasource: first, analytics, settings } });
    expect(saved).toMatchObject({ status: "schedulerStopped", nextRun: null, scores: null, analytics: { windows: [7, 30] } });
    expect(saved.mapping.inputFields).toMatchObject([{ name: "who" }]);
    const solutionId = (await admin.must("solutions.create", { body: { name: "Offers", definition: flowWith(at.predictionId) } }))._embedded
      .webSafeString;
    const tryOut = async (Who?: string) =>
      (await admin.must("solution.execute", { at: { solutionId }, body: Who === undefined ? {} : { Who } }))._embedded;
    expect((await tryOut("p0")).error?.message).toMatch(/has no scores yet\. Start its scheduler first\./);
    const early = await api.ask(admin.token, "solution.versions.create", { at: { solutionId }, body: {} });
    expect(early.json()).toMatchObject({ code: "MODEL_NOT_DEPLOYED" });

    // The first run trains, and new versions can use its model immediately.
    const { _embedded: started } = await admin.must("prediction.startScheduler", { at, body: { scheduler: { kind: "interval" } } });
    expect(started).toMatchObject({ status: "schedulerRunning", statusMessage: "Scheduler running", scheduler: { interval: 60 } });
    expect(await ended(at, 1)).toMatchObject({ status: "done", trained: true, model: 1, persons, message: "" });
    const { _embedded: run } = await admin.must("prediction.read", { at });
    expect(run).toMatchObject({ status: "schedulerRunning", statusMessage: `Scored ${persons} people`, deployedModel: 1, latestModel: 1 });
    expect(run.scores).toMatchObject({ number: 1, model: 1, persons });
    // As of the moment after the last event, not as of today.
    expect(run.scores?.asOf.slice(0, 10)).toBe("2026-04-10");
    expect(Date.parse(run.nextRun ?? "") - Date.parse(started.nextRun ?? "")).toBe(3_600_000);
    const { _embedded: report } = await admin.must("model.read", { at: { ...at, number: "1" } });
    expect(report).toMatchObject({
      objective: "binary",
      label: { name: '"buy" within 10 days', values: ["no", "yes"] },
      split: { holdout: "time" },
    });
    expect(report.metric.value).toBeGreaterThan(0.9);
    expect(report.split.holdoutRows).toBe(persons);
    expect(report.columns.map(({ name }) => name)).toContain('"buy": sum in 30 days');
    await admin.must("prediction.stopScheduler", { at });

    const keen = await tryOut("p0");
    const other = await tryOut("p1");
    expect([Number(keen.runtimeData["Score"]) > 0.7, Number(other.runtimeData["Score"]) < 0.5]).toEqual([true, true]);
    for (const unknown of ["nobody", undefined]) {
      expect(await tryOut(unknown)).toMatchObject({ status: "completed", runtimeData: {}, recorded: { predictions: {} } });
    }

    const { _embedded: version } = await admin.must("solution.versions.create", { at: { solutionId }, body: {} });
    expect(version.models).toMatchObject([{ predictionWss: at.predictionId, model: 1, followsScores: true }]);
    const versionAt = { versionId: version.webSafeString };
    const { _embedded: serving } = await admin.must("version.deploy", { at: versionAt });
    expect([serving.deploymentStatus, serving.deploymentMessage]).toEqual(["serving", ""]);
    const token = await keyFor(admin);
    const address = `http://127.0.0.1:${setting("AIRLOCK_RUNTIME_PORT")}/dme/manage/v1/versions/${version.webSafeString}/execute`;
    await keyArrived(address, token);
    const decide = async (Who: string) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const response = await fetch(address, { method: "POST", headers, body: JSON.stringify({ Who }) });
      const { _embedded } = (await response.json()) as { _embedded: { runtimeData: Record<string, number> } };
      return _embedded.runtimeData["Score"];
    };
    expect(await decide("p0")).toBe(keen.runtimeData["Score"]);
    expect(await decide("p1")).toBe(other.runtimeData["Score"]);
    expect(await decide("nobody")).toBeUndefined();

    // No new data: the same model scores again.
    expect(await runOnce(at, 2)).toMatchObject({ status: "done", trained: false, model: 1, persons });
    expect((await admin.must("prediction.read", { at }))._embedded).toMatchObject({ latestModel: 1, scores: { number: 2, model: 1 } });

    // Behaviour has changed: a new model for new versions, and new scores by the old one for the version that pins it.
    const second = await datasourceOf(
      admin,
      eventsOf((person) => person % 2 === 1),
      {},
      "predictiveAnalytics",
    );
    await admin.must("prediction.update", { at, body: { eventsDatasource: second } });
    expect(await runOnce(at, 3)).toMatchObject({ status: "done", trained: true, model: 2, persons });
    expect((await admin.must("prediction.read", { at }))._embedded).toMatchObject({ deployedModel: 2, scores: { model: 2, persons } });
    expect((await admin.must("version.read", { at: versionAt }))._embedded.models).toMatchObject([{ model: 1, followsScores: true }]);
    await until(async () => Number(await decide("p0")) <= 0.5);
    expect(Number(await decide("p1"))).toBeGreaterThan(0.7);
    expect(Number((await tryOut("p1")).runtimeData["Score"])).toBeGreaterThan(0.7);

    const refused = await api.ask(admin.token, "prediction.delete", { at });
    expect(refused.json()).toMatchObject({ code: "PREDICTION_IN_USE" });
    const heads = await openBucket(nats, "scores");
    const head = async () => (await heads.get(scoresKey({ predictionId: at.predictionId, model: 1 })))?.value;
    expect(await head()).toMatchObject({ number: 4, persons });

    // No version uses the first model any more: its scores are deleted, also from the bucket.
    await admin.must("version.delete", { at: versionAt });
    expect(await runOnce(at, 4)).toMatchObject({ status: "done", trained: false, model: 2 });
    await until(async () => (await head()) === undefined);
    const kept = await asOwner((owner) =>
      owner.query("select distinct model from prediction_scores where prediction_id = $1", [at.predictionId]),
    );
    expect(kept.rows).toEqual([{ model: 2 }]);
    await admin.must("prediction.delete", { at });
  },
);

describe("a failed run", () => {
  test("is reported by the run and the prediction, and the scheduler continues", async () => {
    const events = await datasourceOf(admin, "who,when,what\na,2026-01-01,look\nb,2026-03-01,look\n", {}, "predictiveAnalytics");
    const at = (await analyticsPrediction(admin)) as At;
    await admin.must("prediction.update", { at, body: { eventsDatasource: events, analytics: { ...analytics, amountColumn: null } } });
    await admin.must("prediction.startScheduler", { at, body: null });
    const message = 'No person ever did "buy". Choose another event to predict.';
    expect(await ended(at, 1)).toMatchObject({ status: "failed", trained: false, model: null, persons: null, message });
    const { _embedded } = await admin.must("prediction.read", { at });
    expect(_embedded).toMatchObject({ status: "schedulerRunning", statusMessage: `Run 1 failed: ${message}`, latestModel: null });
    await admin.must("prediction.delete", { at });
  });
});

describe("the scheduler", () => {
  test("does not start with an incomplete configuration, and all problems are reported", async () => {
    const at = await analyticsPrediction(admin);
    const start = async () =>
      (await api.ask(admin.token, "prediction.startScheduler", { at, body: null })).json<{ problems: { field: string }[] }>();
    expect(await start()).toMatchObject({ code: "PREDICTION_INCOMPLETE", problems: [{ field: "eventsDatasource", code: "missing" }] });
    const events = await datasourceOf(admin, "who,when,what\n1.5,2026-01-01,look\n", {}, "predictiveAnalytics");
    await admin.must("prediction.update", {
      at,
      body: { eventsDatasource: events, analytics: { personColumn: "c0", eventColumn: "c0", amountColumn: "c9" } },
    });
    const { problems } = await start();
    expect(problems.map(({ field }) => field)).toEqual([
      "analytics.timeColumn",
      "analytics.amountColumn",
      "analytics",
      "analytics.personColumn",
      "analytics.target",
    ]);
  });

  test("accepts only a table of events", async () => {
    const rows = await datasourceOf(admin, "who,when,what\na,2026-01-01,look\n");
    const at = await analyticsPrediction(admin);
    const refused = await api.ask(admin.token, "prediction.update", { at, body: { eventsDatasource: rows } });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { problems: [{ field: "eventsDatasource", message: "Only a predictive-analytics datasource can be the events datasource." }] },
    ]);
  });

  test("starts when the delay is over, and applies changed times", async () => {
    const events = await datasourceOf(admin, "who,when,what\na,2026-01-01,look\n", {}, "predictiveAnalytics");
    const at = await analyticsPrediction(admin);
    await admin.must("prediction.update", { at, body: { eventsDatasource: events, analytics: { ...analytics, amountColumn: null } } });
    const delay = (2 * 60 + 35) * 60_000;
    const before = Date.now();
    const body = {
      scheduler: { kind: "fixedTime", time: "02:30", zone: "Europe/London" },
      start: { action: "delayed", delayedHours: 2, delayedMinutes: 35 },
    } as const;
    const { _embedded: started, _links } = await admin.must("prediction.startScheduler", { at, body });
    const first = Date.parse(started.nextRun ?? "");
    expect(first).toBeGreaterThanOrEqual(before + delay);
    expect(first).toBeLessThanOrEqual(Date.now() + delay);
    expect(["startScheduler", "stopScheduler", "train", "deploy", "runs"].map((rel) => rel in _links)).toEqual([
      false,
      true,
      false,
      false,
      true,
    ]);
    // The first run does not move when the times are changed.
    const { _embedded: moved } = await admin.must("prediction.update", { at, body: { scheduler: { time: "04:00" } } });
    expect(moved.nextRun).toBe(started.nextRun);
    expect((await api.ask(admin.token, "prediction.startScheduler", { at, body: null })).json()).toMatchObject({
      code: "SCHEDULER_NOT_STOPPED",
    });
    const { _embedded: stopped } = await admin.must("prediction.stopScheduler", { at });
    expect(stopped).toMatchObject({ status: "schedulerStopped", statusMessage: "Scheduler stopped", nextRun: null });
    expect((await api.ask(admin.token, "prediction.stopScheduler", { at })).json()).toMatchObject({ code: "SCHEDULER_NOT_RUNNING" });
    const wrong = { scheduler: { zone: "Mars/Olympus" } };
    expect((await api.ask(admin.token, "prediction.startScheduler", { at, body: wrong })).json()).toMatchObject({
      code: "INVALID_REQUEST",
    });
    for (const start of [{ action: "later" }, { delayedMinutes: 7 }, { delayedHours: 1e300 }]) {
      expect((await api.ask(admin.token, "prediction.startScheduler", { at, body: { start } })).statusCode).toBe(400);
    }
  });

  test("belongs to analytics predictions only, and requires the permissions to read, change, train and deploy", async () => {
    const standard = await newPrediction(admin);
    expect((await api.ask(admin.token, "prediction.startScheduler", { at: standard, body: null })).json()).toMatchObject({
      code: "SCHEDULER_NOT_STOPPED",
    });
    expect((await api.ask(admin.token, "prediction.runs", { at: standard })).json()).toMatchObject({
      code: "PREDICTION_WITHOUT_SCHEDULER",
    });
    const at = await analyticsPrediction(admin);
    const reader = await newColleague(api, admin, ["prediction.read", "prediction.train"]);
    const { _links } = await reader.must("prediction.read", { at });
    expect(["startScheduler", "runs"].map((rel) => rel in _links)).toEqual([false, true]);
    const trainer = await newColleague(api, admin, ["prediction.read", "prediction.train", "prediction.update"]);
    expect("startScheduler" in (await trainer.must("prediction.read", { at }))._links).toBe(false);
    const rights = ["prediction.read", "prediction.train", "prediction.update", "prediction.deploy"] as const;
    const releaser = await newColleague(api, admin, rights);
    expect("startScheduler" in (await releaser.must("prediction.read", { at }))._links).toBe(true);
  });
});
