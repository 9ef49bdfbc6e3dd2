import { newId } from "@airlock/platform";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";
import { afterAll, expect, test } from "vitest";
import { detailMinutes } from "./minute-details.ts";

const clickhouse = openTestClickHouse("worker");
afterAll(() => clickhouse.close());

const columns = ["organisation", "version", "started", "id", "solution", "key", "duration_us", "status", "record"];

async function decided(organisation: string): Promise<void> {
  // Far from the present, so that the running worker does not count this minute.
  const at = Date.UTC(2027, 4, 3, 10);
  const row = JSON.stringify([organisation, organisation, at * 1000, newId(at), "s", "k", 10, "completed", "[]"]);
  await clickhouse.insertLines("executions", columns, [row]);
}

async function counted(organisation: string): Promise<number> {
  const rows = await clickhouse.query(
    "SELECT 1 FROM execution_minutes FINAL WHERE organisation = {organisation:String} AND notEmpty(durations)",
    { organisation },
  );
  return rows.length;
}

test("an organisation whose versions cannot be read does not keep the details of others from being counted, and is tried again", async () => {
  const organisations = [newId(), newId()];
  const [failing = "", other = ""] = organisations;
  for (const organisation of organisations) await decided(organisation);
  const count = (fails: boolean) =>
    detailMinutes(clickhouse, {
      settleMillis: 0,
      maxStretches: 1_000,
      sourcesOf: (organisation) =>
        fails && organisation === failing ? Promise.reject(new Error("unreadable")) : Promise.resolve(new Map()),
    });
  await expect(count(true)).rejects.toThrow("unreadable");
  expect([await counted(failing), await counted(other)]).toEqual([0, 1]);
  await count(false);
  expect(await counted(failing)).toBe(1);
});
