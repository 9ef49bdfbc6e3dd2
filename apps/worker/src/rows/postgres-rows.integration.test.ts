import { createLog, newId } from "@airlock/platform";
import { copyTable } from "@airlock/backend/datasets";
import { connectOutOf, egressPolicyOf } from "@airlock/platform/egress";
import { openPostgres } from "@airlock/platform/postgres";
import { createSecretBox, readMasterKeys, webSecretOwner } from "@airlock/platform/secrets";
import { WentWrong } from "@airlock/platform/service-account";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";
import { createSourceDatabase, type SourceDatabase } from "@airlock/platform/testing/source-database";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { asOwner, newWarehouseOrganisation } from "../testing/warehouse-organisation.ts";
import { CannotRead } from "./cannot-read.ts";
import type { SourceLimits } from "./copies.ts";
import { createDatasourceRows, type DatasourceRows } from "./datasource-rows.ts";
import { NotWanted } from "./not-wanted.ts";
import type { RowsWanted } from "./rows.ts";

const settings = inject("environment");
const setting = (name: string): string => settings[name] ?? "";
const ownerUrl = setting("AIRLOCK_POSTGRES_MIGRATION_URL");
const log = createLog({ name: "test", level: "silent" });
const postgres = openPostgres({ url: setting("AIRLOCK_POSTGRES_URL"), name: "test", log, connections: 2 });
const clickhouse = openTestClickHouse("worker");
const secrets = createSecretBox(readMasterKeys(setting("AIRLOCK_SECRET_KEYS")));
const rowsInAll = 120_000;
const columns = [
  { name: "id", type: "STRING" },
  { name: "age", type: "INTEGER" },
  { name: "income", type: "FLOAT" },
  { name: "approved", type: "STRING" },
] as const;

let database: SourceDatabase;
let organisationId: string;
let otherId: string;
let datasourceId: string;

beforeAll(async () => {
  database = await createSourceDatabase(ownerUrl);
  await database.run(`
    create table public.loans (id text, age int8, income numeric, approved bool);
    insert into loans select 'L-' || x, x, x / 8.0, x % 2 = 0 from generate_series(1, ${rowsInAll - 2}) x;
    insert into loans values (E'a\\tb\\nc\\\\d ''ü', 9007199254740993, 'NaN', null), (null, null, null, null);
    create view public.sleeping as select id, pg_sleep(600)::text as approved from loans;
    grant select on all tables in schema public to ${database.user};
  `);
  organisationId = await newOrganisation();
  otherId = await newOrganisation();
  await newSecret(organisationId);
  datasourceId = await newDatasource(organisationId, "loans", columns);
});
afterAll(async () => {
  await clickhouse.close();
  await postgres.close();
  await database.close();
});

async function newOrganisation(): Promise<string> {
  return (await newWarehouseOrganisation(ownerUrl, secrets)).organisationId;
}

async function newSecret(owner: string, name = "Crm", hosts: readonly string[] = [database.host]): Promise<void> {
  const id = newId();
  const sealed = secrets.seal(database.password, webSecretOwner(owner, id));
  await asOwner(ownerUrl, (client) =>
    client.query(
      "insert into secrets (id, organisation_id, name, hosts, master_key, sealed_data_key, sealed_value) values ($1, $2, $3, $4, $5, $6, $7)",
      [id, owner, name, hosts, sealed.masterKey, sealed.sealedDataKey, sealed.sealed],
    ),
  );
}

/** Registers a table as `POST /datasources` does. */
async function newDatasource(
  owner: string,
  table: string,
  of: readonly { readonly name: string; readonly type: string }[],
  changes: object = {},
): Promise<string> {
  const id = newId();
  const { host, port, user } = database;
  const connection = { host, port, database: database.database, user, secret: "Crm", schema: "public", tls: "off", ...changes };
  const described = of.map(({ name, type }, at) => ({ name, key: `c${at}`, type }));
  await asOwner(ownerUrl, (client) =>
    client.query(
      `insert into datasources (id, organisation_id, name, type, table_name, connection, columns, selected_columns, status)
       values ($1, $2, 'Loans', 'Postgres', $3, $4, $5, $6, 'ready')`,
      [id, owner, table, JSON.stringify(connection), JSON.stringify(described), of.map(({ name }) => name)],
    ),
  );
  return id;
}

/** A worker that has just started. */
function newWorker(limits: Partial<SourceLimits> = {}): DatasourceRows {
  return createDatasourceRows({
    postgres,
    clickhouse,
    cluster: "",
    secrets,
    google: { token: "", storage: "", bigquery: "" },
    bigQueryBudget: 1,
    sources: {
      connectOut: connectOutOf(egressPolicyOf(`${database.host}:${database.port}`, {})),
      maxRows: rowsInAll,
      maxBytes: 1024 ** 3,
      timeoutMillis: 60_000,
      ...limits,
    },
    log,
    stopping: new AbortController().signal,
  });
}

function wanted(changes: Partial<RowsWanted> = {}): RowsWanted {
  return {
    organisationId,
    runId: newId(),
    datasourceId,
    needs: () => true,
    isWanted: () => Promise.resolve(true),
    tell: () => Promise.resolve(),
    ...changes,
  };
}

async function tablesOf(runId: string): Promise<readonly string[]> {
  const like = `%${runId}%`;
  return (await clickhouse.query<{ name: string }>("SELECT name FROM system.tables WHERE name LIKE {like:String}", { like })).map(
    ({ name }) => name,
  );
}

test("rows are copied in one snapshot for one run, and dropped afterwards", async () => {
  const worker = newWorker();
  const sentences: string[] = [];
  // Rows that are added while it reads are not part of the snapshot.
  const ask = wanted({
    tell: async (sentence) => {
      sentences.push(sentence);
      await database.run("insert into loans values ('late', 1, 1, true)");
    },
  });
  const rows = await worker.open(ask);
  await database.run("delete from loans where id = 'late'");
  expect(rows).toMatchObject({ name: "Loans", table: copyTable(ask.runId, datasourceId), isCopy: true });
  expect(sentences[0]).toBe(`Reading from Postgres: 0 of ${rowsInAll} rows.`);
  expect(sentences.at(-1)).toBe(`Reading from Postgres: ${rowsInAll} of ${rowsInAll} rows.`);
  const [found] = await clickhouse.query(
    `SELECT count() AS rows, uniqExact(row) AS different, min(row) AS first, max(row) AS last, countIf(c2 * 8 = c1) AS right, countIf(c3 = 'true') AS approved
     FROM ${rows.table}`,
  );
  expect(found).toEqual({
    rows: rowsInAll,
    different: rowsInAll,
    first: 1,
    last: rowsInAll,
    right: rowsInAll - 2,
    approved: rowsInAll / 2 - 1,
  });
  const [odd] = await clickhouse.query(
    `SELECT (SELECT (c0, toString(c1), c2, c3) FROM ${rows.table} WHERE c0 LIKE 'a%') AS text, (SELECT (c1, c2, c3) FROM ${rows.table} WHERE isNull(c0)) AS missing`,
  );
  expect(odd).toEqual({ text: ["a\tb\nc\\d 'ü", "9007199254740993", null, null], missing: [null, null, null] });
  expect((await worker.open(ask)).table).toBe(rows.table);
  await worker.close(organisationId, ask.runId);
  expect(await tablesOf(ask.runId)).toEqual([]);
});

test("only the needed columns and the first rows are read", async () => {
  const rows = await newWorker().open(wanted({ needs: ({ name }) => name === "income", maxRows: 1000 }));
  expect(rows.columns.map(({ name, key }) => `${name} ${key}`)).toEqual(["income c2"]);
  expect(await clickhouse.query(`SELECT count() AS count FROM ${rows.table}`)).toEqual([{ count: 1000 }]);
});

test("a table with more rows than the limit is refused before it is copied; its first rows can be read", async () => {
  const ask = wanted();
  const open = newWorker({ maxRows: 1000 }).open(ask);
  await expect(open).rejects.toBeInstanceOf(CannotRead);
  await expect(open).rejects.toThrow("public.loans has more than 1000 rows, the limit of one run.");
  expect(await tablesOf(ask.runId)).toEqual([]);
  await newWorker({ maxRows: 1000 }).open(wanted({ maxRows: 1000 }));
});

test("a table with more bytes than the limit, and a view that sleeps, are refused for good", async () => {
  const large = newWorker({ maxBytes: 1_000_000 }).open(wanted());
  await expect(large).rejects.toBeInstanceOf(CannotRead);
  await expect(large).rejects.toThrow("public.loans has more than 1000000 bytes");
  const sleeping = await newDatasource(organisationId, "sleeping", [{ name: "approved", type: "STRING" }]);
  const slow = newWorker({ timeoutMillis: 2000 }).open(wanted({ datasourceId: sleeping, maxRows: 10 }));
  await expect(slow).rejects.toBeInstanceOf(CannotRead);
  await expect(slow).rejects.toThrow("did not return rows of public.sleeping within 2 seconds.");
});

test("a server that is gone in the middle is retried: the copy begins again, and each row is stored once", async () => {
  let interruptions = 0;
  const ask = wanted({
    tell: async (sentence) => {
      if (interruptions > 0 || sentence.includes(": 0 of")) return;
      interruptions += 1;
      await database.run(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${database.user}'`);
    },
  });
  const cut = newWorker().open(ask);
  await expect(cut).rejects.toBeInstanceOf(WentWrong);
  expect(await tablesOf(ask.runId)).toEqual([expect.stringMatching(/^copying_/)]);
  const { table } = await newWorker().open(ask);
  expect(interruptions).toBe(1);
  expect(await clickhouse.query(`SELECT count() AS count, uniqExact(row) AS different FROM ${table}`)).toEqual([
    { count: rowsInAll, different: rowsInAll },
  ]);
  expect(await tablesOf(ask.runId)).toEqual([table]);
});

test("a cancelled run ends, and copies that were left are swept", async () => {
  const ask = wanted({ isWanted: () => Promise.resolve(false) });
  await expect(newWorker().open(ask)).rejects.toBeInstanceOf(NotWanted);
  expect(await tablesOf(ask.runId)).toHaveLength(1);
  await newWorker().sweep();
  expect(await tablesOf(ask.runId)).toEqual([]);
});

test("a changed table, an address that is not allowed and a secret for another host are reported", async () => {
  const gone = await newDatasource(organisationId, "missing", columns);
  await expect(newWorker().open(wanted({ datasourceId: gone }))).rejects.toThrow(
    "The table public.missing is not in the database any more",
  );
  const changed = await newDatasource(organisationId, "loans", [
    { name: "id", type: "INTEGER" },
    { name: "was", type: "STRING" },
  ]);
  const only = (name: string) => wanted({ datasourceId: changed, needs: (column) => column.name === name });
  await expect(newWorker().open(only("was"))).rejects.toThrow("The table public.loans has no column was any more.");
  await expect(newWorker().open(only("id"))).rejects.toThrow("The column id of public.loans is text now. Add the table again.");
  const closed = newWorker({ connectOut: connectOutOf(egressPolicyOf("", {})) }).open(wanted());
  await expect(closed).rejects.toBeInstanceOf(CannotRead);
  await expect(closed).rejects.toThrow("Airlock does not connect to this address: 127.0.0.1 is");
  await newSecret(organisationId, "Elsewhere", ["db.example.com"]);
  const elsewhere = await newDatasource(organisationId, "loans", columns, { secret: "Elsewhere" });
  await expect(newWorker().open(wanted({ datasourceId: elsewhere }))).rejects.toThrow(
    "The secret Elsewhere was not entered for 127.0.0.1.",
  );
});

test("a secret is used for its own organisation only", async () => {
  const theirs = await newDatasource(otherId, "loans", columns);
  const open = newWorker().open(wanted({ organisationId: otherId, datasourceId: theirs }));
  await expect(open).rejects.toThrow("The organisation has no secret Crm any more.");
  await expect(newWorker().open(wanted({ organisationId: otherId }))).rejects.toThrow("The datasource is not there any more.");
});
