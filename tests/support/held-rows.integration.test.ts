import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setting } from "./behind.ts";
import { eventually } from "./eventually.ts";
import { holdRows } from "./held-rows.ts";

const ownerUrl = setting("AIRLOCK_POSTGRES_MIGRATION_URL");
const owner = new Client({ connectionString: ownerUrl });
const writer = new Client({ connectionString: ownerUrl });

beforeAll(async () => {
  await owner.connect();
  await writer.connect();
  await owner.query("create table held_sample (status text not null)");
  await owner.query("insert into held_sample values ('running')");
});
afterAll(async () => {
  await writer.end();
  await owner.query("drop table held_sample");
  await owner.end();
});

const waiting = async () =>
  (await owner.query("select 1 from pg_locks where locktype = 'advisory' and not granted")).rowCount === 1 || undefined;

test("a held update continues when it is released, also if it was held twice", async () => {
  const ends = await holdRows(ownerUrl, "held_sample");
  await ends.hold();
  await ends.hold();
  const updated = writer.query("update held_sample set status = 'done'");
  await eventually("the update waits", waiting);
  expect((await owner.query("select status from held_sample")).rows).toEqual([{ status: "running" }]);
  await ends.close();
  expect((await updated).rowCount).toBe(1);
  expect((await owner.query("select status from held_sample")).rows).toEqual([{ status: "done" }]);
});
