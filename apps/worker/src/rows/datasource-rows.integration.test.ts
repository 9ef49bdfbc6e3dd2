import { createLog, newId } from "@airlock/platform";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";
import { copyTable, copyTableName } from "@airlock/backend/datasets";
import { connectOutOf, egressPolicyOf } from "@airlock/platform/egress";
import { openPostgres } from "@airlock/platform/postgres";
import { createSecretBox, readMasterKeys } from "@airlock/platform/secrets";
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from "vitest";
import { startGoogleFront, type GoogleFront, type Seen } from "../testing/google-front.ts";
import { asOwner, newTableDatasource, newWarehouseOrganisation, type WarehouseOrganisation } from "../testing/warehouse-organisation.ts";
import { NotWanted } from "./not-wanted.ts";
import { createDatasourceRows, type DatasourceRows } from "./datasource-rows.ts";
import type { RowsWanted } from "./rows.ts";

const settings = inject("environment");
const setting = (name: string): string => settings[name] ?? "";
const ownerUrl = setting("AIRLOCK_POSTGRES_MIGRATION_URL");
const log = createLog({ name: "test", level: "silent" });
const postgres = openPostgres({ url: setting("AIRLOCK_POSTGRES_URL"), name: "test", log, connections: 2 });
const clickhouse = openTestClickHouse("worker");
const secrets = createSecretBox(readMasterKeys(setting("AIRLOCK_SECRET_KEYS")));
const rowsInAll = 25_000;
const columns = [
  { name: "id", type: "STRING" },
  { name: "age", type: "INTEGER" },
  { name: "income", type: "FLOAT" },
  { name: "approved", type: "STRING" },
  { name: "day", type: "STRING" },
] as const;

let front: GoogleFront;
let own: WarehouseOrganisation;
let other: WarehouseOrganisation;
const dataset = `rows_${newId().toLowerCase()}`;
let datasourceId: string;

beforeAll(async () => {
  front = await startGoogleFront(setting("AIRLOCK_GOOGLE_BIGQUERY_ENDPOINT"));
  own = await newWarehouseOrganisation(ownerUrl, secrets);
  other = await newWarehouseOrganisation(ownerUrl, secrets);
  front.know(own.account);
  front.know(other.account);
  await send("/datasets", { datasetReference: { projectId: "airlock", datasetId: dataset } });
  const fields = [
    { name: "id", type: "STRING" },
    { name: "age", type: "INTEGER" },
    { name: "income", type: "FLOAT" },
    { name: "approved", type: "BOOLEAN" },
    { name: "day", type: "DATE" },
  ];
  const tableReference = { projectId: "airlock", datasetId: dataset, tableId: "borrowers" };
  await send(`/datasets/${dataset}/tables`, { tableReference, schema: { fields } });
  const query = `INSERT INTO ${dataset}.borrowers SELECT CONCAT('NL-', CAST(x AS STRING)), x, x / 8, MOD(x, 2) = 0, DATE '2026-02-03' FROM UNNEST(GENERATE_ARRAY(1, ${rowsInAll - 2})) AS x`;
  await send("/queries", { query, useLegacySql: false });
  const odd = [{ json: { id: "a\tb\nc\\d 'ü", age: "9007199254740993" } }, { json: { income: "NaN" } }];
  await send(`/datasets/${dataset}/tables/borrowers/insertAll`, { rows: odd });
  datasourceId = await newTableDatasource(ownerUrl, own.organisationId, { dataset, table: "borrowers", columns });
});
beforeEach(() => {
  front.seen.length = 0;
  front.interfere = () => "pass";
});
afterAll(async () => {
  await front.close();
  await clickhouse.close();
  await postgres.close();
});

async function send(path: string, body: object): Promise<void> {
  const address = `${setting("AIRLOCK_GOOGLE_BIGQUERY_ENDPOINT")}/bigquery/v2/projects/airlock${path}`;
  const response = await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
}

/** A worker that has just started. */
function newWorker(budget = 10 * 1024 ** 3): DatasourceRows {
  const google = { token: front.tokenUrl, storage: front.url, bigquery: front.url };
  return createDatasourceRows({
    postgres,
    clickhouse,
    cluster: "",
    secrets,
    google,
    bigQueryBudget: budget,
    sources: { connectOut: connectOutOf(egressPolicyOf("", {})), maxRows: 1, maxBytes: 1, timeoutMillis: 1 },
    log,
    stopping: new AbortController().signal,
  });
}

function wanted(changes: Partial<RowsWanted> = {}): RowsWanted {
  return {
    organisationId: own.organisationId,
    runId: newId(),
    datasourceId,
    needs: () => true,
    isWanted: () => Promise.resolve(true),
    tell: () => Promise.resolve(),
    ...changes,
  };
}

const questions = () =>
  front.seen.flatMap(({ path, body }) => (path.endsWith("/queries") ? [JSON.parse(body) as Readonly<Record<string, unknown>>] : []));
const pages = () => front.seen.flatMap(({ path }) => /\/queries\/.*startIndex=(\d+)/.exec(path)?.[1] ?? []);
const isPage = ({ path }: Seen, from: number) => path.includes(`startIndex=${from}&`);
async function eachRowOnce(table: string) {
  const [found] = await clickhouse.query(
    `SELECT count() AS rows, uniqExact(row) AS different, min(row) AS first, max(row) AS last, uniqExact(c0) AS ids FROM ${table}`,
  );
  expect(found).toEqual({ rows: rowsInAll, different: rowsInAll, first: 1, last: rowsInAll, ids: rowsInAll - 1 });
}
async function tablesOf(runId: string): Promise<readonly string[]> {
  const found = await clickhouse.query<{ name: string }>("SELECT name FROM system.tables WHERE name LIKE {like:String}", {
    like: `%${runId}%`,
  });
  return found.map(({ name }) => name);
}

test("rows are copied from BigQuery with one query within the budget, and dropped afterwards", async () => {
  const worker = newWorker(5_000_000);
  const ask = wanted();
  const rows = await worker.open(ask);
  expect(rows).toMatchObject({ name: "Loans", table: copyTable(ask.runId, datasourceId), isCopy: true });
  await eachRowOnce(rows.table);
  const [found] = await clickhouse.query(
    `SELECT (SELECT (c0, c1, c2, c3, c4) FROM ${rows.table} WHERE c1 = 17) AS usual, (SELECT count() FROM ${rows.table} WHERE c2 * 8 = c1) AS right,
       (SELECT (toString(c1), c2, c3) FROM ${rows.table} WHERE c0 LIKE 'a%') AS odd, (SELECT c0 FROM ${rows.table} WHERE c0 LIKE 'a%') AS text,
       (SELECT (c1, c2) FROM ${rows.table} WHERE isNull(c0)) AS missing`,
  );
  expect(found).toEqual({
    usual: ["NL-17", 17, 2.125, "false", "2026-02-03"],
    right: rowsInAll - 2,
    odd: ["9007199254740993", null, null],
    text: "a\tb\nc\\d 'ü",
    missing: [null, null],
  });
  const paid = questions().filter(({ dryRun }) => dryRun !== true);
  expect(paid).toHaveLength(1);
  expect(paid[0]).toMatchObject({ maximumBytesBilled: "5000000", useLegacySql: false });
  expect(pages()).toEqual(["0", "10000", "20000"]);
  await worker.close(own.organisationId, ask.runId);
  expect(await tablesOf(ask.runId)).toEqual([]);
});

test("only the needed columns and the first rows are read", async () => {
  const worker = newWorker();
  const ask = wanted({ needs: ({ name }) => name === "income", maxRows: 1000 });
  const rows = await worker.open(ask);
  expect(rows.columns.map(({ name, key }) => `${name} ${key}`)).toEqual(["income c2"]);
  expect(questions().map(({ query }) => query)).toEqual([
    `SELECT \`income\` AS c0 FROM \`airlock.${dataset}.borrowers\``,
    `SELECT \`income\` AS c0 FROM \`airlock.${dataset}.borrowers\` LIMIT 1000`,
  ]);
  expect(await clickhouse.query(`SELECT count() AS count FROM ${rows.table}`)).toEqual([{ count: 1000 }]);
  const counted = await newWorker().open(wanted({ needs: () => false }));
  expect(await clickhouse.query(`SELECT count() AS count FROM ${counted.table}`)).toEqual([{ count: rowsInAll }]);
});

test("a query beyond the budget is refused with a message before anything is paid", async () => {
  const ask = wanted({ needs: ({ name }) => name === "age" });
  await expect(newWorker(199_999).open(ask)).rejects.toThrow(
    "Reading these columns of borrowers takes 200000 bytes of BigQuery, and the budget of one question is 199999 bytes. Use fewer columns, or have the budget raised.",
  );
  expect(questions().every(({ dryRun }) => dryRun === true)).toBe(true);
  expect(await tablesOf(ask.runId)).toEqual([]);
  await newWorker(200_000).open(ask);
});

test("an interrupted copy is reported and resumes without another query; a page that was written twice is stored once", async () => {
  const ask = wanted();
  front.interfere = (seen) => (isPage(seen, 10_000) ? "cut" : "pass");
  await expect(newWorker().open(ask)).rejects.toThrow(/^The warehouse 127\.0\.0\.1:\d+ does not answer: .+\.$/);
  front.interfere = (seen) => (isPage(seen, 20_000) ? 503 : "pass");
  await expect(newWorker().open(ask)).rejects.toThrow(/^The warehouse 127\.0\.0\.1:\d+ returned the error 503\.$/);
  const [copying = ""] = await tablesOf(ask.runId);
  expect(copying).toMatch(copyTableName);
  // Like a worker that wrote a page and died before it stored its progress.
  await clickhouse.command(`INSERT INTO ${copying} SELECT * FROM ${copying} WHERE row > 10000`);
  front.interfere = () => "pass";
  const { table } = await newWorker().open(ask);
  await eachRowOnce(table);
  expect(questions().filter(({ dryRun }) => dryRun !== true)).toHaveLength(1);
  expect(pages()).toEqual(["0", "10000", "10000", "20000", "20000"]);
  expect(await tablesOf(ask.runId)).toEqual([table]);
});

test("a result that BigQuery has deleted is queried again, from the beginning", async () => {
  const ask = wanted();
  let forgotten = "";
  front.interfere = ({ path }) => {
    const job = /\/queries\/([^?]+)\?.*startIndex=10000&/.exec(path)?.[1] ?? "";
    if (forgotten === "" && job !== "") forgotten = job;
    return forgotten !== "" && path.includes(forgotten) ? 404 : "pass";
  };
  const { table } = await newWorker().open(ask);
  await eachRowOnce(table);
  expect(pages()).toEqual(["0", "10000", "0", "10000", "20000"]);
});

test("a cancelled run and a changed table are distinguished from an unavailable server", async () => {
  await expect(newWorker().open(wanted({ isWanted: () => Promise.resolve(false) }))).rejects.toBeInstanceOf(NotWanted);
  const gone = await newTableDatasource(ownerUrl, own.organisationId, { dataset, table: "not_there", columns });
  await expect(newWorker().open(wanted({ datasourceId: gone }))).rejects.toThrow("The table not_there is not in BigQuery any more.");
  const changed = await newTableDatasource(ownerUrl, own.organisationId, {
    dataset,
    table: "borrowers",
    columns: [
      { name: "id", type: "INTEGER" },
      { name: "was", type: "STRING" },
    ],
  });
  await expect(newWorker().open(wanted({ datasourceId: changed, needs: ({ name }) => name === "was" }))).rejects.toThrow(
    "The table borrowers has no column was any more.",
  );
  await expect(newWorker().open(wanted({ datasourceId: changed, needs: ({ name }) => name === "id" }))).rejects.toThrow(
    "The column id of borrowers is STRING now.",
  );
});

test("an account is used for its own organisation only", async () => {
  const theirs = await newTableDatasource(ownerUrl, other.organisationId, { dataset, table: "borrowers", columns });
  const runs = await Promise.allSettled([
    ...[1, 2, 3].flatMap(() => [
      newWorker().open(wanted({ maxRows: 100 })),
      newWorker().open(wanted({ organisationId: other.organisationId, datasourceId: theirs, maxRows: 100 })),
    ]),
    // A datasource of one organisation in a job of the other: it does not exist there.
    newWorker().open(wanted({ datasourceId: theirs })),
    newWorker().open(wanted({ organisationId: other.organisationId })),
  ]);
  expect(runs.map(({ status }) => status)).toEqual([...Array<string>(6).fill("fulfilled"), "rejected", "rejected"]);
  const ids = front.seen.flatMap(({ path, body, account }) => {
    const run = path.endsWith("/queries") ? ((JSON.parse(body) as { requestId?: string }).requestId ?? "") : "";
    return run === "" ? [] : [{ account, datasource: run.slice(27) }];
  });
  expect(ids.filter(({ account, datasource }) => account !== (datasource === theirs ? other : own).account.clientEmail)).toEqual([]);
  expect(ids.map(({ account }) => account).sort()).toEqual(
    [...Array<string>(3).fill(own.account.clientEmail), ...Array<string>(3).fill(other.account.clientEmail)].sort(),
  );
  expect(new Set(front.seen.map(({ account }) => account))).toEqual(new Set([own.account.clientEmail, other.account.clientEmail]));
});

test("an account that was encrypted for another organisation cannot be decrypted", async () => {
  const third = await newWarehouseOrganisation(ownerUrl, secrets);
  // The rotation of secrets must be able to decrypt all of them.
  onTestFinished(async () => {
    await asOwner(ownerUrl, (owner) => owner.query("delete from service_accounts where organisation_id = $1", [third.organisationId]));
  });
  await asOwner(ownerUrl, (owner) =>
    owner.query(
      `update service_accounts s set master_key = o.master_key, sealed_data_key = o.sealed_data_key, sealed_file = o.sealed_file
       from service_accounts o where s.organisation_id = $1 and o.organisation_id = $2`,
      [third.organisationId, own.organisationId],
    ),
  );
  const theirs = await newTableDatasource(ownerUrl, third.organisationId, { dataset, table: "borrowers", columns });
  await expect(newWorker().open(wanted({ organisationId: third.organisationId, datasourceId: theirs }))).rejects.toThrow(
    "The organisation's service account cannot be read.",
  );
  expect(front.seen).toEqual([]);
});

test("copies of ended runs are swept, and so are those of deleted organisations", async () => {
  const ask = wanted({ maxRows: 100 });
  await newWorker().open(ask);
  expect(await tablesOf(ask.runId)).toHaveLength(1);
  await newWorker().sweep();
  expect(await tablesOf(ask.runId)).toEqual([]);
});
