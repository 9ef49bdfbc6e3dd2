import { createLog, newId } from "@airlock/platform";
import { datasourceTable } from "@airlock/backend/datasets";
import { openJobs } from "@airlock/platform/jobs";
import { openPostgres } from "@airlock/platform/postgres";
import { environment } from "../../../services/environment.ts";
import { installLightgbm } from "../../../services/install/lightgbm.ts";
import { port } from "../../../services/instance.ts";
import { addDatasource } from "../../support/add-datasource.ts";
import { eventually } from "../../support/eventually.ts";
import { holdTrainings, timesBegunAgain } from "../../support/held-trainings.ts";
import { openJournal } from "../load/journal.ts";
import { runLoad } from "../load/load.ts";
import { check, logChecks, type Scenario } from "../scenario.ts";
import type { World } from "../world.ts";

const columns = [
  { key: "c0", name: "age", type: "INTEGER", sql: "18 + number * 37 % 60" },
  { key: "c1", name: "income", type: "FLOAT", sql: "number * 7919 % 100003 / 21" },
  { key: "c2", name: "paid", type: "STRING", sql: "if(number * 7919 % 100003 / 21 + number * 31 % 900 > 2500, 'yes', 'no')" },
] as const;
const trees = 200;

/** A worker trains while decisions are requested, and is killed repeatedly in the middle of it. */
export const workerKilledInTraining: Scenario = {
  name: "worker-killed-in-training",
  holds:
    "the worker is killed in the middle of a training: it begins again and comes to one whole model, the same as without; decisions go on",
  short: { rate: 50, seconds: 2, kills: 1 },
  long: { rate: 200, seconds: 60, kills: 20 },
  run: async (world, scale, random) => {
    await installLightgbm();
    const { versionId } = await world.serve("Beside a training");
    const journal = await openJournal(world.journalPath("worker-killed-in-training"));
    const admin = await world.admin();
    const at = await configure(world);
    const held = holdTrainings(world.instance);
    const job = async () => (await admin.do("prediction.training", { at }))._embedded.job;
    const url = environment(world.instance).AIRLOCK_POSTGRES_URL;
    const log = createLog({ name: "faults", level: "silent" });
    const [postgres, jobs] = [openPostgres({ url, name: "faults", log, connections: 1 }), await openJobs({ url, log })];
    try {
      await held.holdAt(0);
      await world.restart("worker", held);
      await admin.do("prediction.train", { at, body: null });
      const trainingId = (await job())?.jobId ?? "";
      const { organisationWss: organisationId } = (await admin.do("profile.read"))._embedded;
      const loading = runLoad({
        targets: world.runtimes,
        token: world.token,
        versionId,
        rate: scale.rate,
        seconds: scale.seconds,
        journal,
        label: "beside",
      });
      let halves = 0;
      for (let killed = 0; killed < scale.kills; killed += 1) {
        // It waits there until its worker is killed: in the middle of the training, whatever the load of this machine.
        const further = Math.floor(random.between(1, trees / 2));
        await held.holdAt(further);
        await eventually("it goes on", async () => ((await job())?.iteration ?? 0) >= further || undefined, {
          seconds: 40,
          everyMillis: 5,
        });
        await world.kill("worker");
        if ((await admin.do("prediction.models", { at })).items.length > 0) halves += 1;
        await world.restart("worker", held);
        // The job is normally retried after the heartbeat timeout; here it is sent immediately.
        await postgres.inOrganisation({ organisationId, userId: null }, (tx) =>
          jobs.send(tx, "prediction.train", { organisationId, trainingId }, {}),
        );
        await eventually("it begins again", async () => (await timesBegunAgain(admin, at)) > killed || undefined, { seconds: 40 });
      }
      await held.letGo();
      await eventually("it ends", async () => (await job())?.status === "trained" || undefined, { seconds: 60 });
      await admin.do("prediction.train", { at, body: null });
      await eventually("it is trained undisturbed", async () => (await job())?.model === 2 || undefined, { seconds: 60 });
      const models = (await admin.do("prediction.models", { at })).items.map(({ _embedded }) => _embedded);
      const seen = await loading;
      const settled = await world.settle(versionId, journal, 30);
      return {
        seen,
        settled,
        checks: [
          ...logChecks(settled),
          check("no model was there before its time", halves === 0, halves),
          check("one model came of each training", models.length === 2, models.length),
          check(
            "killed or not, it is the same model",
            models[0]?.hash === models[1]?.hash,
            models.map(({ hash }) => hash.slice(0, 8)).join(" = "),
          ),
        ],
      };
    } finally {
      await held.letGo();
      await world.restart("worker");
      await jobs.close();
      await postgres.close();
      await journal.close();
    }
  },
};

async function configure(world: World): Promise<{ readonly predictionId: string }> {
  const admin = await world.admin();
  const place = { url: `http://127.0.0.1:${port(world.instance, "api")}` };
  const named = columns.map(({ name, type }) => ({ name, type }));
  const trainingDatasource = await addDatasource(place, admin, { name: `Loans ${newId()}`, columns: named, rows: [[30, 2000, "yes"]] });
  const rows = `SELECT number, ${columns.map(({ sql }) => sql).join(", ")} FROM numbers(2, 10000) WHERE number % 13 != 0`;
  await world.clickhouse.command(`INSERT INTO ${datasourceTable(trainingDatasource)} ${rows}`);
  const { _embedded } = await admin.do("predictions.create", { body: { name: `Killed ${newId()}` } });
  const at = { predictionId: _embedded.webSafeString };
  const mapping = {
    columns: columns.map(({ key, name, type }) => ({ key, name, type })),
    selectedRowKeys: ["c0", "c1"],
    labelField: "c2",
  };
  await admin.do("prediction.update", { at, body: { trainingDatasource, mapping, settings: { trees, learningRate: 0.02 } } });
  return at;
}
