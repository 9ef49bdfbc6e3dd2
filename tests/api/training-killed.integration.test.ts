import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { newId } from "@airlock/platform";
import { datasourceTable } from "@airlock/backend/datasets";
import { openJobs, type Jobs } from "@airlock/platform/jobs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findProcess } from "../../services/processes.ts";
import { kill, restart } from "../../services/stack.ts";
import { addDatasource } from "../support/add-datasource.ts";
import { administrator, instance, log, openClickHouse, openStore, place, setting } from "../support/behind.ts";
import type { Caller } from "../support/caller.ts";
import { eventually } from "../support/eventually.ts";
import { holdTrainings, timesBegunAgain } from "../support/held-trainings.ts";
import { killWorker } from "../support/kill-worker.ts";
import { createRandom } from "../support/random.ts";

const clickhouse = openClickHouse();
const postgres = openStore();
const kills = Number(process.env["AIRLOCK_TEST_KILLS"] ?? 2);
const run = promisify(execFile);

const columns = [
  { key: "c0", name: "age", type: "INTEGER", sql: "18 + number * 37 % 60" },
  { key: "c1", name: "income", type: "FLOAT", sql: "number * 7919 % 100003 / 21" },
  { key: "c2", name: "region", type: "STRING", sql: "['north', 'south', 'east'][1 + number % 3]" },
  { key: "c3", name: "paid", type: "STRING", sql: "if(number * 7919 % 100003 / 21 + number * 31 % 900 > 2500, 'yes', 'no')" },
] as const;

let admin: Caller;
let jobs: Jobs;
let at: { readonly predictionId: string };

beforeAll(async () => {
  admin = await administrator();
  jobs = await openJobs({ url: setting("AIRLOCK_POSTGRES_URL"), log });
  const datasourceId = await addDatasource(place, admin, {
    name: `Loans ${newId()}`,
    columns: columns.map(({ name, type }) => ({ name, type })),
    rows: [[30, 2000, "north", "yes"]],
  });
  await clickhouse.command(
    `INSERT INTO ${datasourceTable(datasourceId)} SELECT number, ${columns.map(({ sql }) => sql).join(", ")} FROM numbers(2, 20000) WHERE number % 13 != 0`,
  );
  const { _embedded } = await admin.do("predictions.create", { body: { name: `Killed ${newId()}` } });
  at = { predictionId: _embedded.webSafeString };
  const mapping = {
    columns: columns.map(({ key, name, type }) => ({ key, name, type })),
    selectedRowKeys: ["c0", "c1", "c2"],
    labelField: "c3",
  };
  await admin.do("prediction.update", {
    at,
    body: { trainingDatasource: datasourceId, mapping, settings: { trees: 400, learningRate: 0.01 } },
  });
});

afterAll(async () => {
  await held.letGo();
  await restart(instance, "worker");
  await jobs.close();
  await postgres.close();
  await clickhouse.close();
});

const held = holdTrainings(instance);
const job = async () => (await admin.do("prediction.training", { at }))._embedded.job;

async function children(): Promise<readonly number[]> {
  const worker = await findProcess(instance.folder, "worker");
  if (worker === undefined) return [];
  const { stdout } = await run("pgrep", ["-P", String(worker.pid)]).catch(() => ({ stdout: "" }));
  return stdout.split("\n").filter(Boolean).map(Number);
}

test("a training whose child is killed fails, and the worker continues", async () => {
  await held.holdAt(1);
  await restart(instance, "worker", held);
  await admin.do("prediction.train", { at, body: null });
  await eventually("it trains", async () => ((await job())?.iteration ?? 0) > 0 || undefined, { seconds: 120 });
  const [child] = await children();
  if (child === undefined) throw new Error("Nobody trains.");
  process.kill(child, "SIGKILL");
  await held.letGo();
  await eventually("it has ended", async () => (await job())?.status === "failed" || undefined, { seconds: 120 });
  const { _embedded } = await admin.do("prediction.read", { at });
  expect(_embedded).toMatchObject({ status: "failed", latestModel: null });
  expect(_embedded.statusMessage).toContain("ended by SIGKILL");
  expect(await children()).toEqual([]);
});

test(
  "a worker that is killed repeatedly leaves one complete model, equal to that of an undisturbed training",
  { timeout: 900_000 },
  async () => {
    const random = createRandom(Number(process.env["AIRLOCK_TEST_SEED"] ?? 9));
    await held.holdAt(0);
    await restart(instance, "worker", held);
    await admin.do("prediction.train", { at, body: null });
    const trainingId = (await job())?.jobId ?? "";
    const { organisationWss: organisationId } = (await admin.do("profile.read"))._embedded;
    const again = () =>
      postgres.inOrganisation({ organisationId, userId: null }, (tx) =>
        jobs.send(tx, "prediction.train", { organisationId, trainingId }, {}),
      );
    for (let killed = 0; killed < kills; killed += 1) {
      // It waits there until its worker is killed: in the middle of the training, whatever the load of this machine.
      const further = Math.floor(random.between(1, 150));
      await held.holdAt(further);
      await eventually("it goes on", async () => ((await job())?.iteration ?? 0) >= further || undefined, { seconds: 300 });
      await killWorker(instance, setting("AIRLOCK_POSTGRES_MIGRATION_URL"));
      expect(await job()).toMatchObject({ status: "training", model: null });
      await restart(instance, "worker", held);
      // The job is normally retried after the heartbeat timeout; here it is sent immediately, and then a second time.
      await again();
      await eventually("it begins again", async () => (await timesBegunAgain(admin, at)) > killed || undefined, { seconds: 300 });
    }
    await held.letGo();
    await eventually("it ends", async () => (await job())?.status === "trained" || undefined, { seconds: 300 });
    expect(await job()).toMatchObject({ number: 2, model: 1, message: "" });
    const { items } = await admin.do("prediction.models", { at });
    expect(items.map(({ _embedded }) => _embedded.number)).toEqual([1]);
    await admin.do("prediction.train", { at, body: null });
    await eventually("it ends once more", async () => (await job())?.model === 2 || undefined, { seconds: 300 });
    const [second, first] = (await admin.do("prediction.models", { at })).items.map(({ _embedded }) => _embedded);
    expect([second?.hash, second?.rowsHash]).toEqual([first?.hash, first?.rowsHash]);
  },
);

test("while ClickHouse is unavailable the training reports it, and completes when it is back", { timeout: 900_000 }, async () => {
  const before = (await admin.do("prediction.models", { at })).items.length;
  await kill(instance, "clickhouse");
  try {
    await admin.do("prediction.train", { at, body: null });
    const says = async () => {
      const now = await job();
      return now === null || now.message === "" ? undefined : now;
    };
    const message = "The records cannot be read at the moment. It is tried again.";
    expect(await eventually("it says so", says, { seconds: 300 })).toMatchObject({ status: "training", model: null, message });
  } finally {
    await restart(instance, "clickhouse");
  }
  await eventually("it ends", async () => (await job())?.status === "trained" || undefined, { seconds: 300 });
  expect((await admin.do("prediction.models", { at })).items).toHaveLength(before + 1);
});
