import { Busy } from "@airlock/platform";
import { QueryTimeout, type ClickHouse } from "@airlock/platform/clickhouse";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";
import { afterAll, beforeAll, expect, test } from "vitest";

const requestMillis = 20_000;
let clickhouse: ClickHouse;

beforeAll(() => {
  clickhouse = openTestClickHouse("api", requestMillis);
});
afterAll(() => clickhouse.close());

/** Holds a connection for fifteen seconds, or until its caller disconnects, without using the processor. */
const slow = "SELECT sleepEachRow(1) FROM numbers(15) SETTINGS max_block_size = 1";

test("ten slow queries of one organisation leave connections for the queries of another", async () => {
  const finished: string[] = [];
  const caller = new AbortController();
  const slowOnes = Array.from({ length: 10 }, () =>
    clickhouse
      .forOrganisation("a", caller.signal)
      .query(slow)
      .then(() => finished.push("a")),
  );
  await clickhouse
    .forOrganisation("b")
    .query("SELECT 1")
    .then(() => finished.push("b"));
  expect(finished).toEqual(["b"]);
  caller.abort(new Error("left"));
  await Promise.allSettled(slowOnes);
});

test("the server ends a query at the limit of its organisation, before the client times out", async () => {
  const ofOne = clickhouse.forOrganisation("a");
  const [limit] = await ofOne.query<{ readonly seconds: number }>("SELECT toUInt32(getSetting('max_execution_time')) AS seconds");
  expect(limit?.seconds).toBeGreaterThan(0);
  expect(limit?.seconds).toBeLessThan(requestMillis / 1000);
  const endless = ofOne.query("SELECT sleepEachRow(1) FROM numbers(3600) SETTINGS max_block_size = 1, max_execution_time = 1");
  await expect(endless).rejects.toBeInstanceOf(QueryTimeout);
});

test("queries beyond an organisation's share are refused, and a caller who disconnects releases its slot", async () => {
  const caller = new AbortController();
  const ofOne = clickhouse.forOrganisation("a", caller.signal);
  const queries = Promise.allSettled(Array.from({ length: 68 }, () => ofOne.query(slow)));
  await expect(ofOne.query("SELECT 1")).rejects.toBeInstanceOf(Busy);
  caller.abort(new Error("left"));
  expect((await queries).map(({ status }) => status)).toEqual(Array.from({ length: 68 }, () => "rejected"));
  expect(await clickhouse.forOrganisation("a").query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
});
