import { newId } from "@airlock/platform";
import { datasourceTable } from "@airlock/backend/datasets";
import { openJobs, type Jobs } from "@airlock/platform/jobs";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kill, restart } from "../../services/stack.ts";
import { addDatasource } from "../support/add-datasource.ts";
import { administrator, instance, log, openClickHouse, openStore, place, setting } from "../support/behind.ts";
import type { Caller } from "../support/caller.ts";
import { eventually } from "../support/eventually.ts";
import { killWorker } from "../support/kill-worker.ts";
import { createRandom } from "../support/random.ts";

const clickhouse = openClickHouse();
const postgres = openStore();
const owner = new Client({ connectionString: setting("AIRLOCK_POSTGRES_MIGRATION_URL") });
const random = createRandom(Number(process.env["AIRLOCK_TEST_SEED"] ?? 7));
const kills = Number(process.env["AIRLOCK_TEST_KILLS"] ?? 2);
const persons = 2_000;

let admin: Caller;
let jobs: Jobs;
let organisationId: string;
let at: { readonly predictionId: string };

beforeAll(async () => {
  admin = await administrator();
  await owner.connect();
  jobs = await openJobs({ url: setting("AIRLOCK_POSTGRES_URL"), log });
  organisationId = (await admin.do("profile.read"))._embedded.organisationWss;
  const datasourceId = await addDatasource(place, admin, {
    name: `Events ${newId()}`,
    tableType: "predictiveAnalytics",
    columns: [
      { name: "who", type: "STRING" },
      { name: "when", type: "INTEGER" },
      { name: "what", type: "STRING" },
    ],
    rows: [["p0", 1_767_225_600, "look"]],
  });
  // Frequent lookers buy often, with some noise.
  await clickhouse.command(
    `INSERT INTO ${datasourceTable(datasourceId)} SELECT number + 2, concat('p', toString(number % ${persons})), 1767225600 + number * 86.4,
       if(number * 7919 % 100 < if(number % ${persons} < ${persons / 2}, 20, 4), 'buy', ['look', 'ask', 'leave'][1 + number * 31 % 3]) FROM numbers(60000)`,
  );
  const { _embedded } = await admin.do("predictions.create", { body: { name: `Killed ${newId()}`, type: "analyticsPrediction" } });
  at = { predictionId: _embedded.webSafeString };
  const analytics = { personColumn: "c0", timeColumn: "c1", eventColumn: "c2", target: "buy", horizonDays: 7, windows: [7, 14] };
  await admin.do("prediction.update", {
    at,
    body: { eventsDatasource: datasourceId, analytics, settings: { trees: 300, learningRate: 0.01 } },
  });
});

afterAll(async () => {
  await restart(instance, "worker");
  await admin.do("prediction.delete", { at });
  await jobs.close();
  await owner.end();
  await postgres.close();
  await clickhouse.close();
});

const runs = async () => (await admin.do("prediction.runs", { at })).items.map(({ _embedded }) => _embedded);
const job = async () => (await admin.do("prediction.training", { at }))._embedded.job;

test("a run whose worker is killed repeatedly results in one model and one set of scores", { timeout: 900_000 }, async () => {
  await admin.do("prediction.startScheduler", { at, body: { scheduler: { kind: "interval", interval: 525_600 } } });
  for (let killed = 0; killed < kills; killed += 1) {
    const further = random.between(0, 60);
    await eventually(
      "it trains",
      async () => ((await job())?.iteration ?? -1) >= further || (await runs())[0]?.status === "done" || undefined,
      { seconds: 300, everyMillis: 20 },
    );
    await killWorker(instance, setting("AIRLOCK_POSTGRES_MIGRATION_URL"));
    await restart(instance, "worker");
    // The job is normally retried after the heartbeat timeout; here it is sent immediately, and then a second time.
    const { rows } = await owner.query<{ id: string }>("select id from prediction_runs where prediction_id = $1", [at.predictionId]);
    const runId = rows[0]?.id ?? "";
    const again = () =>
      postgres.inOrganisation({ organisationId, userId: null }, (tx) => jobs.send(tx, "prediction.run", { organisationId, runId }, {}));
    await again();
    await again();
  }
  await eventually("it ends", async () => (await runs())[0]?.status === "done" || undefined, { seconds: 300 });
  expect(await runs()).toMatchObject([{ number: 1, status: "done", trained: true, model: 1, persons }]);
  const kept = await owner.query("select number, model from prediction_scores where prediction_id = $1", [at.predictionId]);
  expect(kept.rows).toEqual([{ number: 1, model: 1 }]);
  const trainings = await owner.query("select number, status from training_jobs where prediction_id = $1", [at.predictionId]);
  expect(trainings.rows).toEqual([{ number: 1, status: "trained" }]);
  const left = await clickhouse.query(`SELECT name FROM system.tables WHERE startsWith(name, 'features_${organisationId}')`);
  // Tables of killed workers are swept later; the worker that completed the run left none.
  expect(left.length).toBeLessThanOrEqual(kills);
});

test("runs that were due while no worker was running are missed, and one run replaces them", { timeout: 600_000 }, async () => {
  await kill(instance, "worker");
  await owner.query(
    `update predictions set scheduler = '{"kind":"interval","interval":60}', scheduled_from = now() - interval '330 minutes',
       next_run_at = now() - interval '330 minutes' where id = $1`,
    [at.predictionId],
  );
  await restart(instance, "worker");
  const done = await eventually(
    "the last is run",
    async () => (await runs()).find(({ number, status }) => number === 7 && status === "done"),
    {
      seconds: 300,
    },
  );
  // The events and the configuration are those of the previous run.
  expect(done).toMatchObject({ trained: false, model: 1, persons });
  expect((await runs()).map(({ number, status }) => `${number} ${status}`)).toEqual([
    "7 done",
    "6 missed",
    "5 missed",
    "4 missed",
    "3 missed",
    "2 missed",
    "1 done",
  ]);
  const { _embedded } = await admin.do("prediction.read", { at });
  expect(Date.parse(_embedded.nextRun ?? "")).toBeGreaterThan(Date.now());
});
