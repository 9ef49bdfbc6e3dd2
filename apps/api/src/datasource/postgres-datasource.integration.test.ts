import { createSourceDatabase, type SourceDatabase } from "@airlock/platform/testing/source-database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner, newColleague, newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { setting, startTestApi, type TestApi } from "../testing/test-api.ts";

let api: TestApi;
let root: Person;
let admin: Person;
let database: SourceDatabase;

beforeAll(async () => {
  database = await createSourceDatabase(setting("AIRLOCK_POSTGRES_URL"));
  await database.run(`
    create schema crm;
    create table crm."Loans 2026" (id text, age int, income numeric(12, 2), approved bool);
    insert into crm."Loans 2026" select 'L-' || x, x, x * 100.5, x % 2 = 0 from generate_series(1, 60) x;
    create view crm.sleeping as select 1 as a, pg_sleep(600)::text as b;
    grant usage on schema crm to ${database.user};
    grant select on all tables in schema crm to ${database.user};
  `);
  api = await startTestApi({ addressesAllowed: `${database.host}:${database.port}` });
  root = await rootAdministrator(api);
  admin = await newOrganisation(api, root, "Databases");
  await newSecret(admin, "Crm", [database.host]);
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const newSecret = (person: Person, name: string, hosts: readonly string[]) =>
  person.must("secrets.create", { body: { name, hosts, value: database.password } });

function body(changes: object = {}) {
  const { host, port, user } = database;
  const source = { host, port, database: database.database, user, secret: "Crm", schema: "crm", tableName: "Loans 2026", tls: "off" };
  return { type: "Postgres", name: "Loans", ...source, ...changes };
}

async function refused(
  person: Person,
  changes: object,
): Promise<{ readonly status: number; readonly code: string; readonly text: string }> {
  const response = await api.ask(person.token, "datasources.create", { body: body(changes) });
  return { status: response.statusCode, code: response.json<{ code: string }>().code, text: response.body };
}

test("a table is described, counted and shown, stays in its database, and its password is in no response", async () => {
  const { _embedded: made } = await admin.must("datasources.create", { body: body() });
  expect(made).toMatchObject({
    type: "Postgres",
    tableName: "Loans 2026",
    status: "ready",
    recordCount: 60,
    importWss: null,
    fileName: "",
    connection: { host: database.host, port: database.port, schema: "crm", secret: "Crm", tls: "off" },
  });
  expect(made.columns.map(({ name, key, type }) => `${name} ${key} ${type}`)).toEqual([
    "id c0 STRING",
    "age c1 INTEGER",
    "income c2 FLOAT",
    "approved c3 STRING",
  ]);
  const at = { datasourceId: made.webSafeString };
  const metadata = await api.ask(admin.token, "datasource.metadata", { at });
  expect(metadata.json()).toMatchObject({ _embedded: { cost: null } });
  const { records } = metadata.json<{ _embedded: { records: unknown[] } }>()._embedded;
  expect(records).toHaveLength(20);
  expect(records[0]).toEqual(["L-1", "1", "100.50", "false"]);
  await database.run(`insert into crm."Loans 2026" values ('new', 1, 1, true)`);
  expect((await admin.must("datasource.count", { at }))._embedded.recordCount).toBe(61);
  const everything = [metadata.body, JSON.stringify(await admin.must("datasources.list")), JSON.stringify(await admin.must("audit.list"))];
  for (const text of everything) expect(text).not.toContain(database.password);
  expect(everything[2]).toContain(database.host);
  await admin.must("datasource.delete", { at, body: { deleteData: true } });
  expect(await database.run(`select count(*)::int as rows from crm."Loans 2026"`)).toEqual([{ rows: 61 }]);
});

test("an address that is not allowed is refused before a connection is made", async () => {
  await newSecret(admin, "Elsewhere", ["127.0.0.1", "10.0.0.7", "169.254.169.254", "localhost"]);
  for (const changes of [{ port: database.port + 1 }, { host: "10.0.0.7" }, { host: "169.254.169.254" }, { host: "localhost" }]) {
    const answer = await refused(admin, { secret: "Elsewhere", ...changes });
    expect(answer, JSON.stringify(changes)).toMatchObject({ status: 422, code: "SOURCE_NOT_ALLOWED" });
    expect(answer.text).toContain("AIRLOCK_EGRESS_ALLOW");
  }
});

test("a secret of another organisation, or for another host, is not used", async () => {
  const other = await newOrganisation(api, root, "Other databases");
  expect(await refused(other, {})).toMatchObject({ status: 404, code: "SECRET_NOT_FOUND" });
  await newSecret(admin, "OtherHost", ["db.example.com"]);
  expect(await refused(admin, { secret: "OtherHost" })).toMatchObject({ status: 422, code: "SECRET_NOT_FOR_HOST" });
  // The host is compared as a whole.
  await newSecret(admin, "Similar", ["127.0.0.11"]);
  expect(await refused(admin, { secret: "Similar" })).toMatchObject({ code: "SECRET_NOT_FOR_HOST" });
});

test("a datasource of another organisation cannot be read with its password", async () => {
  const { _embedded: made } = await admin.must("datasources.create", { body: body() });
  const other = await newOrganisation(api, root, "Readers");
  await newSecret(other, "Crm", [database.host]);
  for (const action of ["datasource.read", "datasource.count", "datasource.metadata"] as const) {
    expect((await api.ask(other.token, action, { at: { datasourceId: made.webSafeString } })).statusCode, action).toBe(404);
  }
});

test("using a password needs the permission to see secrets", async () => {
  const colleague = await newColleague(api, admin, ["datasources.list", "datasources.create"]);
  expect(await refused(colleague, {})).toMatchObject({ status: 409, code: "SECRET_NOT_PERMITTED" });
  const permitted = await newColleague(api, admin, ["datasources.list", "datasources.create", "secrets.list"]);
  const made = await api.ask(permitted.token, "datasources.create", { body: body() });
  expect(made.statusCode).toBe(201);
});

test("a table that does not exist, names with SQL, and a wrong login are reported", async () => {
  for (const tableName of ["missing", '"Loans 2026"', 'Loans 2026"; drop table crm."Loans 2026"; --']) {
    expect(await refused(admin, { tableName })).toMatchObject({ status: 404, code: "TABLE_NOT_FOUND" });
  }
  expect(await refused(admin, { user: "nobody_here" })).toMatchObject({ status: 422, code: "SOURCE_REFUSED" });
  expect(await refused(admin, { tls: "verify" })).toMatchObject({ status: 422, code: "SOURCE_REFUSED" });
  for (const changes of [{ host: "http://x" }, { port: 0 }, { tableName: "a\u0000b" }, { secret: "no such form" }, { tls: "sometimes" }]) {
    expect((await refused(admin, changes)).status, JSON.stringify(changes)).toBe(400);
  }
});

test("a view that sleeps can be added without a count, and reading it ends with the time limit", { timeout: 120_000 }, async () => {
  const { _embedded: made } = await admin.must("datasources.create", { body: body({ tableName: "sleeping" }) });
  expect(made).toMatchObject({ status: "ready", recordCount: null, columns: [{ name: "a" }, { name: "b" }] });
  const response = await api.ask(admin.token, "datasource.metadata", { at: { datasourceId: made.webSafeString } });
  expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([422, "SOURCE_REFUSED"]);
});

test("a secret that was deleted or cannot be decrypted is reported where the table is read", async () => {
  const { _embedded: secret } = await newSecret(admin, "Short", [database.host]);
  const { _embedded: made } = await admin.must("datasources.create", { body: body({ secret: "Short" }) });
  const at = { datasourceId: made.webSafeString };
  const code = async () => (await api.ask(admin.token, "datasource.count", { at })).json<{ code: string }>().code;
  await asOwner((owner) => owner.query("update secrets set sealed_value = '\\x00' where id = $1", [secret.webSafeString]));
  expect(await code()).toBe("SECRET_UNREADABLE");
  await admin.must("secret.delete", { at: { secretId: secret.webSafeString } });
  expect(await code()).toBe("SECRET_NOT_FOUND");
});
