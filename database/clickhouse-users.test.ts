import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { grants, sharedTables, type ClickHouseUser } from "@airlock/platform/clickhouse-grants";
import { profilesXml, usersXml, userXml } from "@airlock/platform/clickhouse-users-xml";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { sqlFiles, statements } from "./sql-files.ts";

const accessDenied = 497;
const constraintViolated = 452;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "airlock-users-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The engine's only user gets the grants, the profile and the row filters of `user`. Returns rows as text, or the code of an error. */
async function tryAs(user: ClickHouseUser, list: readonly string[]): Promise<readonly (string | number)[]> {
  const elements = userXml(user, "<password></password>", { database: "airlock" });
  const users = join(folder, "users.xml");
  await writeFile(join(folder, "config.xml"), `<clickhouse><users_config>${users}</users_config></clickhouse>`);
  const profiles = `<profiles><default/>${profilesXml()}</profiles><quotas><default/></quotas>`;
  await writeFile(users, `<clickhouse>${profiles}<users><default>${elements}</default></users></clickhouse>`);
  const stdout = await new Promise<string>((resolve, reject) => {
    const script = join(import.meta.dirname, "testing/try-statements.ts");
    const child = execFile(process.execPath, ["--disable-warning=ExperimentalWarning", script], { cwd: folder }, (error, out) => {
      if (error === null) resolve(out);
      else reject(error);
    });
    child.stdin?.end(JSON.stringify({ data: join(folder, "data"), statements: list }));
  });
  return z.array(z.union([z.string(), z.number()])).parse(JSON.parse(stdout));
}

/** Every statement of `own` succeeds, and every one of `refused` lacks a grant. */
async function expectAs(user: ClickHouseUser, own: readonly string[], refused: readonly string[], others: readonly string[] = []) {
  const outcomes = await tryAs(user, [...own, ...refused, ...others]);
  expect(own.filter((_, at) => typeof outcomes[at] === "number")).toEqual([]);
  expect(refused.filter((_, at) => outcomes[own.length + at] !== accessDenied)).toEqual([]);
  return outcomes;
}

const schema = async (): Promise<readonly string[]> =>
  (await sqlFiles(join(import.meta.dirname, "clickhouse"))).flatMap(({ text }) => statements(text));

it("deploys the users that the code defines: `npm run clickhouse:users`", async () => {
  const deployed = await readFile(join(import.meta.dirname, "../deploy/clickhouse/users.xml"), "utf8");
  expect(deployed).toBe(usersXml({ database: "airlock" }));
});

it("gives no process the privileges of an operator", () => {
  for (const user of ["api", "worker", "migrate"] as const)
    expect(
      grants[user].flatMap(({ privileges, on }) => [...privileges, ...on]).filter((name) => /^ALL$|USER|ROLE|SOURCES|\*\.\*/.test(name)),
    ).toEqual([]);
});

it("filters every table that has rows of more than one organisation", async () => {
  const created = (await schema()).flatMap((statement) => {
    const [, name = "", columns = ""] = /CREATE TABLE IF NOT EXISTS (\w+)([\s\S]*)/.exec(statement) ?? [];
    return /^\s*organisation\s/m.test(columns) ? [name] : [];
  });
  expect(new Set(sharedTables)).toEqual(new Set(created));
});

describe("in the ClickHouse engine", () => {
  it("migrate creates the schema, and neither reads nor removes rows", async () => {
    const own = [
      "CREATE DATABASE IF NOT EXISTS airlock",
      "USE airlock",
      "CREATE TABLE IF NOT EXISTS migrations (name String) ENGINE = ReplacingMergeTree ORDER BY name",
      "INSERT INTO migrations (name) VALUES ('a')",
      "SELECT name FROM migrations",
      ...(await schema()),
    ];
    const refused = [
      "SELECT * FROM rejected_rows",
      "INSERT INTO executions (id) VALUES ('a')",
      "DELETE FROM executions WHERE 1",
      "ALTER TABLE executions UPDATE record = '' WHERE 1",
      "ALTER TABLE executions DROP COLUMN record",
      "DROP TABLE executions",
      "DROP DATABASE airlock",
      "CREATE USER a",
      "CREATE TABLE other.a (b String) ENGINE = Memory",
    ];
    expect(await expectAs("migrate", own, refused)).toHaveLength(own.length + refused.length);
  });

  it("worker writes executions and owns its tables, and changes no schema", async () => {
    const own = [
      "USE airlock",
      "INSERT INTO executions (organisation, version, started, id) SELECT if(number % 2 = 0, 'A', 'B'), 'v', now(), toString(number) FROM numbers(10)",
      "SELECT uniqExact(id) FROM executions FINAL",
      "SELECT count() > 0 FROM execution_minutes",
      "ALTER TABLE executions UPDATE record = '', erased = now() WHERE id = '0' SETTINGS mutations_sync = 1",
      "ALTER TABLE executions DELETE WHERE id = '0' SETTINGS mutations_sync = 1",
      "DELETE FROM comparison_records WHERE organisation = 'A'",
      "INSERT INTO rejected_rows (organisation, import, row) VALUES ('A', 'i', 1), ('B', 'i', 1)",
      "INSERT INTO comparison_records (organisation, id) VALUES ('A', 'i'), ('B', 'i')",
      "INSERT INTO prediction_hours (organisation, hour) VALUES ('A', now()), ('B', now())",
      "INSERT INTO prediction_outcomes (organisation, hour, decisions) VALUES ('A', now(), 1), ('B', now(), 1)",
      "INSERT INTO refused_requests (organisation, at) VALUES ('A', now()), ('B', now())",
      "INSERT INTO shadow_results (organisation, started) VALUES ('A', now()), ('B', now())",
      "CREATE TABLE import_D (row UInt64, c0 Nullable(String)) ENGINE = ReplacingMergeTree ORDER BY row COMMENT 'a'",
      "INSERT INTO import_D VALUES (1, 'a')",
      "OPTIMIZE TABLE import_D FINAL",
      "RENAME TABLE import_D TO datasource_D",
      "CREATE TABLE experiment_E (row UInt64) ENGINE = MergeTree PARTITION BY intDiv(row, 10) ORDER BY row",
      "CREATE TABLE experiment_E_L (row UInt64) ENGINE = MergeTree PARTITION BY intDiv(row, 10) ORDER BY row",
      "TRUNCATE TABLE experiment_E_L SYNC",
      "CREATE VIEW experiment_E_L_0 AS SELECT row FROM datasource_D",
      "INSERT INTO experiment_E_L (row) SELECT row FROM experiment_E_L_0",
      "DROP VIEW IF EXISTS experiment_E_L_0",
      "ALTER TABLE experiment_E REPLACE PARTITION ID '0' FROM experiment_E_L",
      "DROP TABLE IF EXISTS experiment_E_L SYNC",
      "SELECT count() > 0 FROM system.tables WHERE startsWith(name, 'experiment_')",
      "SELECT count() FROM system.processes",
      "KILL QUERY WHERE position(query, 'nothing') > 0 AND query NOT LIKE 'KILL%' ASYNC",
    ];
    const refused = [
      "CREATE USER a",
      "GRANT SELECT ON airlock.* TO default",
      "ALTER TABLE executions ADD COLUMN a String",
      "ALTER TABLE executions DROP COLUMN record",
      "DROP TABLE executions",
      "TRUNCATE TABLE executions",
      "CREATE TABLE other (a String) ENGINE = Memory",
      "SELECT * FROM migrations",
      "SELECT * FROM url('http://127.0.0.1:9/', 'CSV', 'a String')",
    ];
    const unlimited = ["max_execution_time = 0", "max_execution_time = 21601", "max_memory_usage = 0", "max_memory_usage = 8589934593"];
    const settings = unlimited.map((setting) => `SELECT 1 SETTINGS ${setting}`);
    const outcomes = await expectAs("worker", own, refused, settings);
    expect([outcomes[2], outcomes[3]]).toEqual(["10\n", "1\n"]);
    expect(outcomes.slice(-unlimited.length)).toEqual(unlimited.map(() => constraintViolated));
  });

  it("api reads one organisation at a time within its limits, and writes only its own intermediate tables", async () => {
    const forgotten = sharedTables.map((table) => `SELECT DISTINCT organisation FROM ${table} ORDER BY organisation`);
    const own = [
      "USE airlock",
      ...forgotten,
      "SET log_comment = 'A'",
      ...forgotten,
      "SET log_comment = 'B'",
      ...forgotten,
      "SELECT row FROM datasource_D",
      "SELECT row FROM experiment_E",
      "CREATE TABLE whatif_W_0 ENGINE = Memory AS SELECT row FROM datasource_D",
      "CREATE TABLE whatif_W_1 ENGINE = MergeTree ORDER BY tuple() AS SELECT row FROM whatif_W_0",
      "CREATE VIEW whatif_W_2 AS SELECT row FROM whatif_W_1",
      "SELECT row FROM whatif_W_2",
      "DROP VIEW IF EXISTS whatif_W_2",
      "DROP TABLE IF EXISTS whatif_W_1",
      "DROP TABLE IF EXISTS whatif_W_0",
      "SELECT 1 SETTINGS max_execution_time = 14, max_memory_usage = 4294967296, max_result_rows = 5000000, max_result_bytes = 536870912",
    ];
    const refused = [
      "INSERT INTO executions (id) VALUES ('a')",
      "ALTER TABLE executions UPDATE record = '' WHERE 1",
      "ALTER TABLE executions DELETE WHERE 1",
      "DELETE FROM executions WHERE 1",
      "DROP TABLE executions",
      "DROP TABLE datasource_D",
      "INSERT INTO datasource_D VALUES (2, 'b')",
      "CREATE TABLE datasource_X (a String) ENGINE = Memory",
      "SELECT * FROM migrations",
      "SELECT * FROM execution_marks",
      "CREATE USER a",
      "SELECT * FROM url('http://127.0.0.1:9/', 'CSV', 'a String')",
      "SELECT * FROM file('/etc/passwd', 'LineAsString')",
    ];
    const unlimited = ["max_execution_time = 0", "max_execution_time = 600", "max_memory_usage = 0", "max_result_rows = 0"];
    const settings = unlimited.map((setting) => `SELECT 1 SETTINGS ${setting}`);
    const outcomes = await expectAs("api", own, refused, settings);
    const seen = [0, 1, 2].map((time) => {
      const begin = 1 + time * (forgotten.length + 1);
      return outcomes.slice(begin, begin + forgotten.length);
    });
    expect(seen).toEqual(["", "A\n", "B\n"].map((rows) => sharedTables.map(() => rows)));
    expect(outcomes.slice(-unlimited.length)).toEqual(unlimited.map(() => constraintViolated));
  });
});
