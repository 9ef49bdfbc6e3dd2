import { newId } from "@airlock/platform";
import { datasourceTable, experimentTable } from "@airlock/backend/datasets";
import { openJobs, type Jobs } from "@airlock/platform/jobs";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kill, restart } from "../../services/stack.ts";
import { addDatasource } from "../support/add-datasource.ts";
import { administrator, instance, log, openClickHouse, openStore, place, setting } from "../support/behind.ts";
import type { Caller } from "../support/caller.ts";
import { eventually } from "../support/eventually.ts";
import { holdRows, type HeldRows } from "../support/held-rows.ts";
import { killWorker } from "../support/kill-worker.ts";
import { readExamples } from "../support/examples.ts";
import { createRandom } from "../support/random.ts";

const clickhouse = openClickHouse(120_000);
const postgres = openStore();
const ownerUrl = setting("AIRLOCK_POSTGRES_MIGRATION_URL");
const kills = Number(process.env["AIRLOCK_TEST_KILLS"] ?? 3);

const columns = [
  { name: "age", type: "INTEGER", sql: "18 + number % 60" },
  { name: "residency", type: "STRING", sql: "['NL', 'BE', 'US'][1 + number % 3]" },
  { name: "net_income", type: "FLOAT", sql: "if(number % 97 = 0, NULL, (number * 7919 % 100003) / 21)" },
  { name: "employment", type: "STRING", sql: "['permanent', 'contract', 'other'][1 + number % 3]" },
] as const;

let admin: Caller;
let jobs: Jobs;
let ends: HeldRows;
let datasourceId: string;
let experimentId: string;
let total: number;

beforeAll(async () => {
  admin = await administrator();
  jobs = await openJobs({ url: setting("AIRLOCK_POSTGRES_URL"), log });
  ends = await holdRows(ownerUrl, "experiment_results");
  const scorecard = (await readExamples()).find(({ name }) => name === "Consumer credit scorecard");
  const solution = await admin.do("solutions.create", { body: { name: `Killed ${newId()}`, definition: scorecard?.definition } });
  datasourceId = await addDatasource(place, admin, {
    name: `Many ${newId()}`,
    columns: columns.map(({ name, type }) => ({ name, type })),
    rows: [[30, "NL", 2000, "permanent"]],
  });
  // As an import of a large file leaves it; some numbers are missing, those of rejected rows.
  await clickhouse.command(
    `INSERT INTO ${datasourceTable(datasourceId)} SELECT number, ${columns.map(({ sql }) => sql).join(", ")} FROM numbers(2, 100000) WHERE number % 13 != 0`,
  );
  total = (await clickhouse.query<{ count: number }>(`SELECT count() AS count FROM ${datasourceTable(datasourceId)}`))[0]?.count ?? 0;
  const made = await admin.do("experiments.create", { body: { name: `Killed ${newId()}` } });
  experimentId = made._embedded.webSafeString;
  const fieldMapping = columns.map(({ name }) => ({ key: name, value: name, useDatasource: true }));
  const body = { solutionId: solution._embedded.webSafeString, datasourceId, fieldMapping, records: "all" };
  await admin.do("experiment.update", { at: { experimentId }, body });
});

afterAll(async () => {
  await ends.close();
  await restart(instance, "worker");
  await jobs.close();
  await postgres.close();
  await clickhouse.close();
});

/** Created while no worker runs, so that it can be split into many small ranges first. */
async function runInSmallRanges(rows: number): Promise<string> {
  const { _embedded } = await admin.do("experiment.run", { at: { experimentId } });
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query("update experiment_results set range_rows = $2 where id = $1", [_embedded.webSafeString, rows]);
  await owner.end();
  return _embedded.webSafeString;
}

const read = async (experimentResultId: string) => (await admin.do("experimentResult.read", { at: { experimentResultId } }))._embedded;

test("a worker that is killed repeatedly leaves each row once, and no other tables", { timeout: 900_000 }, async () => {
  const random = createRandom(Number(process.env["AIRLOCK_TEST_SEED"] ?? 8));
  await kill(instance, "worker");
  const resultId = await runInSmallRanges(4000);
  const { organisationWss: organisationId } = (await admin.do("profile.read"))._embedded;
  for (let killed = 0; killed < kills; killed += 1) {
    await ends.hold();
    await restart(instance, "worker");
    // The job is normally retried after the heartbeat timeout; here it is sent immediately, and then a second time.
    if (killed > 0) {
      await postgres.inOrganisation({ organisationId, userId: null }, (tx) =>
        jobs.send(tx, "experiment.run", { organisationId, resultId }, {}),
      );
    }
    const before = (await read(resultId)).resultsCount;
    const further = before + random.between(0, total / (kills + 1));
    await eventually("it goes on", async () => ((await read(resultId)).resultsCount >= further ? true : undefined), { seconds: 300 });
    await killWorker(instance, ownerUrl);
    expect((await read(resultId)).status).toBe("running");
    await ends.letGo();
  }
  await restart(instance, "worker");
  await postgres.inOrganisation({ organisationId, userId: null }, (tx) =>
    jobs.send(tx, "experiment.run", { organisationId, resultId }, {}),
  );
  await eventually("it ends", async () => ((await read(resultId)).status === "done" ? true : undefined), { seconds: 300 });
  expect(await read(resultId)).toMatchObject({ resultsCount: total, totalCount: total, message: "" });
  const [counted] = await clickhouse.query(
    `SELECT count() AS rows, uniqExact(row) AS different, sum(cityHash64(row)) = (SELECT sum(cityHash64(row)) FROM ${datasourceTable(datasourceId)}) AS same
     FROM ${experimentTable(resultId)}`,
  );
  expect(counted).toEqual({ rows: total, different: total, same: 1 });
  await eventually("only its table is left", async () => {
    const tables = await clickhouse.query("SELECT name FROM system.tables WHERE name LIKE {like:String}", { like: `%${resultId}%` });
    return tables.length === 1 ? true : undefined;
  });
});

test("a cancelled run also stops in ClickHouse, and its table is dropped", async () => {
  await kill(instance, "worker");
  // Enough that it has not ended when it is cancelled.
  const resultId = await runInSmallRanges(100);
  await restart(instance, "worker");
  await eventually("it runs", async () => ((await read(resultId)).resultsCount > 0 ? true : undefined), { seconds: 120 });
  const cancelled = await admin.do("experimentResult.cancel", { at: { experimentResultId: resultId } });
  expect(cancelled._embedded.status).toBe("cancelled");
  expect(Object.keys(cancelled._links)).toEqual(["self"]);
  await eventually("nothing of it is left", async () => {
    const [left] = await clickhouse.query<{ tables: number; queries: number }>(
      `SELECT (SELECT count() FROM system.tables WHERE name LIKE {like:String}) AS tables,
        (SELECT count() FROM system.processes WHERE query LIKE 'INSERT INTO experiment%') AS queries`,
      { like: `%${resultId}%` },
    );
    return left?.tables === 0 && left.queries === 0 ? true : undefined;
  });
  const after = await read(resultId);
  expect(after.status).toBe("cancelled");
  expect(after.resultsCount).toBeLessThan(total);
});
