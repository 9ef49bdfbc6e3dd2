import { predictionMapping, predictionSettings, type TrainingConfig } from "@airlock/contract";
import { createLog, newId } from "@airlock/platform";
import { WentWrong } from "@airlock/platform/file-source";
import { openPostgres } from "@airlock/platform/postgres";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { DatasourceRows } from "../rows/datasource-rows.ts";
import { asOwner } from "../testing/warehouse-organisation.ts";
import { createRunTraining } from "./run-training.ts";

const settings = inject("environment");
const ownerUrl = settings["AIRLOCK_POSTGRES_MIGRATION_URL"] ?? "";
const log = createLog({ name: "test", level: "silent" });
const postgres = openPostgres({ url: settings["AIRLOCK_POSTGRES_URL"] ?? "", name: "test", log, connections: 4 });
const clickhouse = openTestClickHouse("worker");
const predictionId = newId();
let organisationId: string;

beforeAll(async () => {
  await asOwner(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ id: string }>("select id from organisations where managed_by is null limit 1");
    organisationId = rows[0]?.id ?? "";
    await owner.query(
      "insert into predictions (id, organisation_id, name, code, type, status) values ($1, $2, 'Loans', $1, 'standard', 'training')",
      [predictionId, organisationId],
    );
  });
});
afterAll(async () => {
  await asOwner(ownerUrl, (owner) => owner.query("delete from predictions where id = $1", [predictionId]));
  await clickhouse.close();
  await postgres.close();
});

let number = 0;
/** A training without a job: no worker of the instance runs it. */
async function newTraining(tries = 0): Promise<string> {
  const id = newId();
  const config: TrainingConfig = {
    trainingDatasource: newId(),
    testDatasource: null,
    evaluationDatasource: null,
    mapping: predictionMapping.parse({}),
    settings: predictionSettings.parse({}),
  };
  number += 1;
  await asOwner(ownerUrl, (owner) =>
    owner.query("insert into training_jobs (id, organisation_id, prediction_id, number, config, tries) values ($1, $2, $3, $4, $5, $6)", [
      id,
      organisationId,
      predictionId,
      number,
      JSON.stringify(config),
      tries,
    ]),
  );
  return id;
}

async function stateOf(trainingId: string): Promise<unknown> {
  const { rows } = await asOwner(ownerUrl, (owner) =>
    owner.query("select status, message, tries from training_jobs where id = $1", [trainingId]),
  );
  return rows[0];
}

/** One attempt, during which the datasource is unavailable. */
function trainWith(stopping: AbortSignal, trainingId: string): Promise<void> {
  const rows: DatasourceRows = {
    open: () => Promise.reject(new WentWrong("BigQuery does not answer.")),
    close: () => Promise.resolve(),
    sweep: () => Promise.resolve(),
  };
  const run = createRunTraining({ postgres, clickhouse, cluster: "", rows, library: "", log, stopping });
  return run({ organisationId, trainingId });
}
const running = new AbortController().signal;

test("a training is retried while its datasource is unavailable, however often", async () => {
  const id = await newTraining();
  for (let attempt = 0; attempt < 60; attempt += 1) await expect(trainWith(running, id)).rejects.toThrow("BigQuery does not answer.");
  expect(await stateOf(id)).toEqual({ status: "training", message: "BigQuery does not answer. It is tried again.", tries: 0 });
});

test("a training that a stopping worker interrupts is not one that was cut off", async () => {
  const id = await newTraining(50);
  await expect(trainWith(AbortSignal.abort(), id)).rejects.toThrow("The worker is stopping.");
  expect(await stateOf(id)).toEqual({ status: "training", message: "", tries: 50 });
});

test("a training whose worker died too often fails", async () => {
  const id = await newTraining(50);
  await trainWith(running, id);
  const message = "The training was cut off too often. Use fewer rows or columns.";
  expect(await stateOf(id)).toEqual({ status: "failed", message, tries: 51 });
});
