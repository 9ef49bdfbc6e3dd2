import { Readable } from "node:stream";
import { createLog, newId } from "@airlock/platform";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";
import { datasourceTable, importTable } from "@airlock/backend/datasets";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { describeCsv } from "@airlock/platform/csv";
import { connectOutOf, egressPolicyOf } from "@airlock/platform/egress";
import { ownFiles } from "@airlock/platform/file-source";
import { openOwnBucket } from "@airlock/platform/own-bucket";
import { openPostgres } from "@airlock/platform/postgres";
import { createSecretBox, readMasterKeys } from "@airlock/platform/secrets";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { asOwner } from "../testing/warehouse-organisation.ts";
import { createImportFile } from "./import-file.ts";

const settings = inject("environment");
const setting = (name: string): string => settings[name] ?? "";
const ownerUrl = setting("AIRLOCK_POSTGRES_MIGRATION_URL");
const log = createLog({ name: "test", level: "silent" });
const postgres = openPostgres({ url: setting("AIRLOCK_POSTGRES_URL"), name: "test", log, connections: 4 });
const clickhouse = openTestClickHouse("worker");
const ownBucket = openOwnBucket({ endpoint: setting("AIRLOCK_GCS_ENDPOINT"), bucket: setting("AIRLOCK_BUCKET") });
const file = `Paused ${newId()}.csv`;
const content = "id,age\na,41\nb,42\nc,43\n";

let organisationId: string;
let datasourceId: string;
let importId: string;
let final: string;

beforeAll(async () => {
  const { rows } = await asOwner(ownerUrl, (owner) =>
    owner.query<{ id: string }>("select id from organisations where managed_by is null limit 1"),
  );
  organisationId = rows[0]?.id ?? "";
  await ownBucket.write(ownFiles(organisationId) + file, Readable.from([Buffer.from(content)]), "text/csv");
});
beforeEach(async () => {
  [datasourceId, importId] = [newId(), newId()];
  final = datasourceTable(datasourceId);
  const stored = await ownBucket.stat(ownFiles(organisationId) + file);
  const columns = [
    { name: "id", key: "c0", type: "STRING" },
    { name: "age", key: "c1", type: "INTEGER" },
  ];
  const { form } = await describeCsv(Buffer.from(content));
  await asOwner(ownerUrl, async (owner) => {
    await owner.query(
      `insert into datasources (id, organisation_id, name, type, table_name, project_id, bucket, object, columns, selected_columns, status)
       values ($1, $2, 'Paused', 'LinkedStorage', 'paused', 'airlock', '', $3, $4, $5, 'importing')`,
      [datasourceId, organisationId, file, JSON.stringify(columns), columns.map(({ name }) => name)],
    );
    await owner.query(
      "insert into imports (id, organisation_id, datasource_id, form, generation, total_bytes) values ($1, $2, $3, $4, $5, $6)",
      [importId, organisationId, datasourceId, JSON.stringify(form), stored?.generation, stored?.length],
    );
  });
});
afterAll(async () => {
  await ownBucket.remove(ownFiles(organisationId) + file);
  await asOwner(ownerUrl, (owner) => owner.query("delete from datasources where object = $1", [file]));
  await clickhouse.close();
  await postgres.close();
});

/** A worker of its own, which runs the import. */
function run(clickhouseOfWorker: ClickHouse, stopping = new AbortController().signal): Promise<void> {
  const importFile = createImportFile({
    postgres,
    clickhouse: clickhouseOfWorker,
    cluster: "",
    secrets: createSecretBox(readMasterKeys(setting("AIRLOCK_SECRET_KEYS"))),
    google: { token: "", storage: "", bigquery: "" },
    ownBucket,
    connectOut: connectOutOf(egressPolicyOf("", {})),
    log,
    stopping,
  });
  return importFile({ organisationId, importId });
}

/** A worker that is paused at its first statement that names the datasource's table, or after it renamed a table to it. */
function paused(when: "before" | "after", meanwhile: () => Promise<void>): ClickHouse {
  let isPaused = false;
  return {
    ...clickhouse,
    command: async (sql, parameters) => {
      const isHere = !isPaused && sql.includes(final) && (when === "before" || sql.startsWith("RENAME"));
      isPaused ||= isHere;
      if (isHere && when === "before") await meanwhile();
      await clickhouse.command(sql, parameters);
      if (isHere && when === "after") await meanwhile();
    },
  };
}

/** What happens when the worker did not renew its lease for long enough. */
async function anotherWorkerEndsIt(): Promise<void> {
  await asOwner(ownerUrl, (owner) => owner.query("delete from job_leases where job_id = $1", [importId]));
  await run(clickhouse);
}

async function ended() {
  const { rows } = await asOwner(ownerUrl, (owner) =>
    owner.query<{ status: string; import: string; rows: string; count: string }>(
      `select d.status, i.status as import, i.rows, d.record_count as count
       from datasources d join imports i on i.datasource_id = d.id where d.id = $1`,
      [datasourceId],
    ),
  );
  return rows[0];
}
const tables = async () =>
  (
    await clickhouse.query<{ readonly name: string }>(
      "SELECT name FROM system.tables WHERE database = currentDatabase() AND name IN {names:Array(String)}",
      { names: [final, importTable(datasourceId)] },
    )
  ).map(({ name }) => name);
const rowsOf = (table: string) => clickhouse.query<object>(`SELECT row, c0, c1 FROM ${table} ORDER BY row`);
const wellEnded = { status: "ready", import: "done", rows: "3", count: "3" };
const rowsOfFile = [
  { row: 1, c0: "a", c1: 41 },
  { row: 2, c0: "b", c1: 42 },
  { row: 3, c0: "c", c1: 43 },
];

test.each(["before", "after"] as const)(
  "a worker that is paused %s it names the table, while another one ends the import, leaves the table of the other",
  async (when) => {
    await run(paused(when, anotherWorkerEndsIt));
    expect(await ended()).toEqual(wellEnded);
    expect(await tables()).toEqual([final]);
    expect(await rowsOf(final)).toEqual(rowsOfFile);
  },
);

test("a worker continues where another one was lost after it named the table, without reading the file again", async () => {
  const lost = new Error("lost");
  await expect(run(paused("after", () => Promise.reject(lost)))).rejects.toBe(lost);
  const inserted: string[] = [];
  const insertTabSeparated: ClickHouse["insertTabSeparated"] = async (table, columns, rows) => {
    inserted.push(table);
    await clickhouse.insertTabSeparated(table, columns, rows);
  };
  await run({ ...clickhouse, insertTabSeparated });
  expect([await ended(), await tables(), inserted]).toEqual([wellEnded, [final], []]);
  expect(await rowsOf(final)).toEqual(rowsOfFile);
});

test("an import that is cancelled after its table was named leaves no table", async () => {
  await run(
    paused("after", async () => {
      await asOwner(ownerUrl, (owner) => owner.query("update imports set status = 'cancelled' where id = $1", [importId]));
    }),
  );
  expect(await tables()).toEqual([]);
});

test("an import of hours that a stopping worker interrupts continues in another worker", async () => {
  await asOwner(ownerUrl, (owner) => owner.query("update imports set started_at = now() - interval '4 hours' where id = $1", [importId]));
  await expect(run(clickhouse, AbortSignal.abort())).rejects.toThrow("The worker is stopping.");
  expect(await ended()).toMatchObject({ status: "importing", import: "running" });
  await run(clickhouse);
  expect(await ended()).toEqual(wellEnded);
});
