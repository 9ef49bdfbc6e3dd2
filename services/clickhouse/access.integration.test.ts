import { newId } from "@airlock/platform";
import { createClickHouse, type ClickHouse } from "@airlock/platform/clickhouse";
import { sharedTables } from "@airlock/platform/clickhouse-grants";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const [ours, theirs] = [newId(), newId()];
const accessDenied = { code: "497" };
let api: ClickHouse;
let worker: ClickHouse;
let migrate: ClickHouse;

beforeAll(async () => {
  [api, worker, migrate] = [openTestClickHouse("api"), openTestClickHouse("worker"), openTestClickHouse("migrate")];
  const required = {
    executions: "started",
    execution_minutes: "minute",
    prediction_hours: "hour",
    prediction_outcomes: "hour, decisions",
    refused_requests: "at",
    shadow_results: "started",
  };
  for (const table of sharedTables) {
    const columns = table in required ? required[table as keyof typeof required] : "";
    const values = columns === "" ? "" : columns.includes("decisions") ? ", now(), 1" : ", now()";
    await worker.command(
      `INSERT INTO ${table} (organisation${columns === "" ? "" : `, ${columns}`}) VALUES ({ours:String}${values}), ({theirs:String}${values})`,
      { ours, theirs },
    );
  }
});
afterAll(async () => {
  for (const table of sharedTables)
    await worker.command(`ALTER TABLE ${table} DELETE WHERE organisation IN ('${ours}', '${theirs}') SETTINGS mutations_sync = 1`);
  await Promise.all([api.close(), worker.close(), migrate.close()]);
});

async function organisationsIn(clickhouse: ClickHouse, table: string): Promise<readonly string[]> {
  const rows = await clickhouse.query<{ readonly organisation: string }>(`SELECT DISTINCT organisation FROM ${table}`);
  return rows.map(({ organisation }) => organisation);
}

describe("ClickHouse users", () => {
  it.each([
    ["api", "airlock-worker"],
    ["api", ""],
    ["default", ""],
    ["runtime", "airlock-runtime"],
  ])("refuses %s with the password '%s', and readiness reports it", async (user, password) => {
    const access = { url: inject("environment")["AIRLOCK_CLICKHOUSE_URL"] ?? "", database: "airlock", user, password };
    const stranger = createClickHouse({ ...access, name: "test" });
    try {
      await expect(stranger.query("SELECT 1")).rejects.toMatchObject({ code: "516" });
      expect(await stranger.check()).toMatchObject({ ok: false });
    } finally {
      await stranger.close();
    }
  });

  it.each([
    "INSERT INTO executions (id) VALUES ('a')",
    "ALTER TABLE executions UPDATE record = '' WHERE 1",
    "ALTER TABLE executions DELETE WHERE 1",
    "DELETE FROM rejected_rows WHERE 1",
    "DROP TABLE executions",
    "CREATE TABLE datasource_a (b String) ENGINE = Memory",
    "SELECT * FROM migrations",
    "CREATE USER a",
  ])("refuses the api: %s", async (statement) => {
    await expect(api.command(statement)).rejects.toMatchObject(accessDenied);
    await expect(api.forOrganisation(ours).command(statement)).rejects.toMatchObject(accessDenied);
  });

  it.each([
    "CREATE USER a",
    "ALTER TABLE executions DROP COLUMN record",
    "DROP TABLE executions",
    "TRUNCATE TABLE executions",
    "SELECT * FROM migrations",
    "SELECT * FROM file('/etc/passwd', 'LineAsString')",
  ])("refuses the worker: %s", async (statement) => {
    await expect(worker.command(statement)).rejects.toMatchObject(accessDenied);
  });

  it.each(["DROP DATABASE airlock", "DELETE FROM executions WHERE 1", "SELECT * FROM comparison_records", "CREATE USER a"])(
    "refuses migrations: %s",
    async (statement) => {
      await expect(migrate.command(statement)).rejects.toMatchObject(accessDenied);
    },
  );
});

describe("the row filter of the api", () => {
  it.each(sharedTables)("shows only rows of one organisation in %s to a query without a condition on it", async (table) => {
    expect(await organisationsIn(api.forOrganisation(ours), table)).toEqual([ours]);
    expect(await organisationsIn(api.forOrganisation(theirs), table)).toEqual([theirs]);
    expect(await organisationsIn(worker, table)).toEqual(expect.arrayContaining([ours, theirs]));
  });

  it.each(sharedTables)("shows no rows in %s to a query without an organisation", async (table) => {
    expect(await organisationsIn(api, table)).toEqual([]);
  });

  it("applies in subqueries, joins and unions, and whatever settings the caller sends", async () => {
    const clickhouse = api.forOrganisation(ours);
    const sql = `SELECT DISTINCT organisation FROM (
      SELECT organisation FROM executions UNION ALL
      SELECT r.organisation FROM executions AS e INNER JOIN rejected_rows AS r ON 1 = 1 UNION ALL
      SELECT organisation FROM comparison_records WHERE organisation IN (SELECT organisation FROM execution_minutes))`;
    expect(await clickhouse.query(sql)).toEqual([{ organisation: ours }]);
    const result = await clickhouse.client.query({ query: sql, format: "JSONEachRow", clickhouse_settings: { log_comment: theirs } });
    expect(await result.json()).toEqual([{ organisation: ours }]);
  });
});
