import { createLog, newId } from "@airlock/platform";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";
import { experimentPartTable, experimentStagePrefix, experimentTable } from "@airlock/backend/datasets";
import { openPostgres } from "@airlock/platform/postgres";
import { afterAll, expect, inject, test } from "vitest";
import { sweepResults } from "./remove-results.ts";

const settings = inject("environment");
const log = createLog({ name: "test", level: "silent" });
const postgres = openPostgres({ url: settings["AIRLOCK_POSTGRES_URL"] ?? "", name: "test", log, connections: 1 });
const clickhouse = openTestClickHouse("worker");
afterAll(async () => {
  await clickhouse.close();
  await postgres.close();
});

test("tables of deleted results are removed from ClickHouse, and no others", async () => {
  const [id, lease] = [newId(), newId()];
  const others = [`experiment_${newId().toLowerCase()}`, `datasource_of_${id}`];
  const left = [experimentTable(id), experimentPartTable(id, lease), `${experimentStagePrefix(id, lease)}1`];
  for (const name of [...left, ...others]) await clickhouse.command(`CREATE TABLE ${name} (row UInt64) ENGINE = MergeTree ORDER BY row`);
  const view = `${experimentStagePrefix(id, lease)}0`;
  await clickhouse.command(`CREATE VIEW ${view} AS SELECT row FROM ${experimentTable(id)}`);
  await sweepResults({ postgres, clickhouse, cluster: "", log });
  const found = await clickhouse.query<{ readonly name: string }>("SELECT name FROM system.tables WHERE name IN {names:Array(String)}", {
    names: [...left, view, ...others],
  });
  expect(found.map(({ name }) => name).sort()).toEqual(others.toSorted());
  for (const name of others) await clickhouse.command(`DROP TABLE ${name} SYNC`);
});
