import { createLog, newId } from "@airlock/platform";
import { WentWrong } from "@airlock/platform/file-source";
import { openPostgres } from "@airlock/platform/postgres";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { DatasourceRows } from "../rows/datasource-rows.ts";
import { asOwner, newTableDatasource } from "../testing/warehouse-organisation.ts";
import { createRunPrediction } from "./run-prediction.ts";

const settings = inject("environment");
const ownerUrl = settings["AIRLOCK_POSTGRES_MIGRATION_URL"] ?? "";
const log = createLog({ name: "test", level: "silent" });
const postgres = openPostgres({ url: settings["AIRLOCK_POSTGRES_URL"] ?? "", name: "test", log, connections: 4 });
const clickhouse = openTestClickHouse("worker");
let organisationId: string;
let eventsDatasource: string;

beforeAll(async () => {
  const { rows } = await asOwner(ownerUrl, (owner) =>
    owner.query<{ id: string }>("select id from organisations where managed_by is null limit 1"),
  );
  organisationId = rows[0]?.id ?? "";
  eventsDatasource = await newTableDatasource(ownerUrl, organisationId, { dataset: "shop", table: "events", columns: [] });
});
afterAll(async () => {
  await asOwner(ownerUrl, async (owner) => {
    await owner.query("delete from predictions where events_datasource_id = $1", [eventsDatasource]);
    await owner.query("delete from datasources where id = $1", [eventsDatasource]);
  });
  await clickhouse.close();
  await postgres.close();
});

/** A run without a job: no worker of the instance runs it. */
async function newRun(tries = 0): Promise<string> {
  const [id, predictionId] = [newId(), newId()];
  await asOwner(ownerUrl, async (owner) => {
    await owner.query(
      `insert into predictions (id, organisation_id, name, code, type, status, events_datasource_id)
       values ($1, $2, 'Buyers', $1, 'analyticsPrediction', 'schedulerStopped', $3)`,
      [predictionId, organisationId, eventsDatasource],
    );
    await owner.query(
      "insert into prediction_runs (id, organisation_id, prediction_id, number, planned_at, tries) values ($1, $2, $3, 1, now(), $4)",
      [id, organisationId, predictionId, tries],
    );
  });
  return id;
}

async function stateOf(runId: string): Promise<unknown> {
  const { rows } = await asOwner(ownerUrl, (owner) =>
    owner.query("select status, message, tries from prediction_runs where id = $1", [runId]),
  );
  return rows[0];
}

/** One attempt, during which the datasource is unavailable. */
function runWith(stopping: AbortSignal, runId: string): Promise<void> {
  const rows: DatasourceRows = {
    open: () => Promise.reject(new WentWrong("BigQuery does not answer.")),
    close: () => Promise.resolve(),
    sweep: () => Promise.resolve(),
  };
  const runTraining = () => Promise.reject(new Error("trained without events"));
  const run = createRunPrediction({ postgres, clickhouse, rows, runTraining, log, stopping });
  return run({ organisationId, runId }, { send: () => Promise.resolve() });
}
const running = new AbortController().signal;

test("a run is retried while its datasource is unavailable, however often", async () => {
  const id = await newRun();
  for (let attempt = 0; attempt < 60; attempt += 1) await expect(runWith(running, id)).rejects.toThrow("BigQuery does not answer.");
  expect(await stateOf(id)).toEqual({
    status: "running",
    message: "The events cannot be read at the moment. It is tried again.",
    tries: 0,
  });
});

test("a run that a stopping worker interrupts is not one that was cut off", async () => {
  const id = await newRun(50);
  await expect(runWith(AbortSignal.abort(), id)).rejects.toThrow("The worker is stopping.");
  expect(await stateOf(id)).toEqual({ status: "running", message: "", tries: 50 });
});

test("a run whose worker died too often fails", async () => {
  const id = await newRun(50);
  await runWith(running, id);
  expect(await stateOf(id)).toEqual({ status: "failed", message: "The run was cut off too often.", tries: 51 });
});
