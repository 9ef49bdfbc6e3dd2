import { newId } from "@airlock/platform";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";
import { experimentTable } from "@airlock/backend/datasets";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { seededAccounts } from "../../services/idp/accounts.ts";
import { signIn } from "../../services/idp/sign-in.ts";
import { port } from "../../services/instance.ts";
import { killPart, restartPart } from "../../services/lifecycle.ts";
import { kill, restart } from "../../services/stack.ts";
import { Caller } from "../support/caller.ts";
import { eventually } from "../support/eventually.ts";
import { holdRows, type HeldRows } from "../support/held-rows.ts";
import { sampleFlow } from "../support/sample-flow.ts";
import { warehousePerson } from "../support/warehouse-person.ts";

const instance = inject("instance");
const environment = inject("environment");
const setting = (name: string): string => environment[name] ?? "";
const place = {
  url: `http://127.0.0.1:${port(instance, "api")}`,
  issuer: setting("AIRLOCK_OIDC_ISSUER"),
  publicUrl: setting("AIRLOCK_PUBLIC_URL"),
  ownerUrl: setting("AIRLOCK_POSTGRES_MIGRATION_URL"),
};
const clickhouse = openTestClickHouse("admin");
const rowsInAll = 80_000;
const ageOf = (row: number): number => (row * 37) % 60;
const young = Array.from({ length: rowsInAll }, (_, at) => ageOf(at + 1)).filter((age) => age < 18).length;
const dataset = `killed_${newId().toLowerCase()}`;

let own: Caller;
let datasourceId: string;
let copies: HeldRows;

beforeAll(async () => {
  const { access_token: token } = await signIn({ ...place, email: seededAccounts[0]?.email ?? "" });
  const admin = new Caller(place, token);
  await admin.do("user.login");
  own = (await warehousePerson(place, admin, `Warehouse ${newId()}`)).caller;
  await send("/datasets", { datasetReference: { projectId: "airlock", datasetId: dataset } });
  const fields = [
    { name: "age", type: "INTEGER" },
    { name: "reference", type: "STRING" },
    { name: "score", type: "FLOAT" },
    { name: "paid", type: "BOOLEAN" },
  ];
  const tableId = `loans_${newId()}`;
  await send(`/datasets/${dataset}/tables`, { tableReference: { projectId: "airlock", datasetId: dataset, tableId }, schema: { fields } });
  const query = `INSERT INTO ${dataset}.${tableId} SELECT MOD(x * 37, 60), CONCAT('r', CAST(x AS STRING)), x / 8, MOD(x * 37, 60) > 30 FROM UNNEST(GENERATE_ARRAY(1, ${rowsInAll})) AS x`;
  await send("/queries", { query, useLegacySql: false });
  const made = await own.do("datasources.create", { body: { type: "BigQuery", name: "Loans", tableName: tableId } });
  datasourceId = made._embedded.webSafeString;
  copies = await holdRows(place.ownerUrl, "experiment_results", "new.message like 'Reading from BigQuery: 20000 of%'");
});

afterAll(async () => {
  await copies.close();
  await restartPart(instance, "bigquery");
  await restart(instance, "worker");
  await clickhouse.close();
});

async function send(path: string, body: object): Promise<void> {
  const address = `${setting("AIRLOCK_GOOGLE_BIGQUERY_ENDPOINT")}/bigquery/v2/projects/airlock${path}`;
  const response = await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
}

async function run(): Promise<string> {
  const solution = await own.do("solutions.create", { body: { name: `Flow ${newId()}`, definition: sampleFlow() } });
  const made = await own.do("experiments.create", { body: { name: `Over BigQuery ${newId()}` } });
  const at = { experimentId: made._embedded.webSafeString };
  const fieldMapping = ["age", "reference"].map((name) => ({ key: name, value: name, useDatasource: true }));
  await own.do("experiment.update", {
    at,
    body: { solutionId: solution._embedded.webSafeString, datasourceId, fieldMapping, records: "all" },
  });
  return (await own.do("experiment.run", { at }))._embedded.webSafeString;
}

const read = async (experimentResultId: string) => (await own.do("experimentResult.read", { at: { experimentResultId } }))._embedded;
const tablesOf = async (id: string) =>
  (await clickhouse.query<{ name: string }>("SELECT name FROM system.tables WHERE name LIKE {like:String}", { like: `%${id}%` })).map(
    ({ name }) => name,
  );
/** Some of its rows are copied and some are not. */
const inTheMiddle = (resultId: string) =>
  eventually(
    "the copy is in the middle",
    async () => {
      const copying = (await tablesOf(resultId)).find((name) => name.startsWith("copying_"));
      if (copying === undefined) return undefined;
      const [counted] = await clickhouse.query<{ count: number }>(`SELECT count() AS count FROM ${copying}`).catch(() => []);
      return (counted?.count ?? 0) > 0 ? true : undefined;
    },
    { seconds: 120 },
  );

/** The content of its table, once it is complete and no other tables are left. */
async function ended(resultId: string): Promise<unknown> {
  await eventually(
    "it ends",
    async () => {
      const { status, message } = await read(resultId);
      if (status === "failed") throw new Error(message);
      return status === "done" ? true : undefined;
    },
    { seconds: 300 },
  );
  const { resultsCount, totalCount, message } = await read(resultId);
  const [counted] = await clickhouse.query<object>(
    `SELECT count() AS rows, uniqExact(row) AS numbers, uniqExact(a1) AS references, countIf(r0 = 'declined') AS declined, countIf(a0 < 18) AS young
     FROM ${experimentTable(resultId)}`,
  );
  await eventually("only its table is left", async () => ((await tablesOf(resultId)).length === 1 ? true : undefined));
  return { resultsCount, totalCount, message, ...counted };
}

const wellEnded = {
  resultsCount: rowsInAll,
  totalCount: rowsInAll,
  message: "",
  rows: rowsInAll,
  numbers: rowsInAll,
  references: rowsInAll,
  declined: young,
  young,
};

test(
  "when a worker is killed while it reads BigQuery, the next one resumes, each row is stored once, and no copy is left",
  { timeout: 600_000 },
  async () => {
    await copies.hold();
    const resultId = await run();
    await inTheMiddle(resultId);
    await kill(instance, "worker");
    await copies.letGo();
    await restart(instance, "worker");
    expect(await ended(resultId)).toEqual(wellEnded);
  },
);

test("when BigQuery becomes unavailable, the run reports it and resumes when it is back", { timeout: 600_000 }, async () => {
  await copies.hold();
  const resultId = await run();
  await inTheMiddle(resultId);
  await killPart(instance, "bigquery");
  await copies.letGo();
  const message = await eventually(
    "it is told",
    async () => {
      const now = await read(resultId);
      return now.message.endsWith("It is tried again.") ? now.message : undefined;
    },
    { seconds: 120 },
  );
  await restartPart(instance, "bigquery");
  expect(message).toMatch(/^The warehouse 127\.0\.0\.1:\d+ does not answer: the connection was (refused|cut)\. It is tried again\.$/);
  expect(await ended(resultId)).toEqual(wellEnded);
});

test("a prediction is trained on rows that stay in BigQuery", { timeout: 600_000 }, async () => {
  const { _embedded } = await own.do("predictions.create", { body: { name: `From BigQuery ${newId()}` } });
  const at = { predictionId: _embedded.webSafeString };
  const columns = [
    { key: "c0", name: "age", type: "INTEGER" },
    { key: "c2", name: "score", type: "FLOAT" },
    { key: "c3", name: "paid", type: "STRING" },
  ];
  const mapping = { columns, selectedRowKeys: ["c0", "c2"], labelField: "c3" };
  await own.do("prediction.update", { at, body: { trainingDatasource: datasourceId, mapping, settings: { trees: 20 } } });
  await own.do("prediction.train", { at, body: null });
  const job = await eventually(
    "it ends",
    async () => {
      const { job: now } = (await own.do("prediction.training", { at }))._embedded;
      return now !== null && (now.status === "trained" || now.status === "failed") ? now : undefined;
    },
    { seconds: 300 },
  );
  expect(job).toMatchObject({ status: "trained", message: "" });
  const [model] = (await own.do("prediction.models", { at })).items;
  expect(model?._embedded).toMatchObject({ rows: rowsInAll, objective: "binary" });
  await eventually("its copy is gone", async () => ((await tablesOf(job.jobId)).length === 0 ? true : undefined));
});
