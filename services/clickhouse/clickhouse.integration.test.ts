import { Readable } from "node:stream";
import type { ClickHouseUser } from "@airlock/platform/clickhouse-grants";
import { createClient, type ClickHouseClient } from "@clickhouse/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clickhouseCredentials, clickhouseHeaders } from "../clickhouse-users.ts";
import { killPart, restartPart } from "../lifecycle.ts";
import { clickhouseDatabase, clickhouseUrl } from "../parts/clickhouse.ts";
import { startTemporaryInstance, type TemporaryInstance } from "../temporary-instance.ts";

let running: TemporaryInstance;
let client: ClickHouseClient;

function asUser(user: ClickHouseUser) {
  const { password } = clickhouseCredentials(user);
  return { url: clickhouseUrl(running.instance), database: clickhouseDatabase, username: user, password };
}

beforeAll(async () => {
  running = await startTemporaryInstance(["clickhouse"]);
  client = createClient({ ...asUser("admin"), log: { level: 127 } });
});

afterAll(async () => {
  await client.close();
  await running.stop();
});

beforeEach(async () => {
  await client.command({ query: "DROP TABLE IF EXISTS decision SYNC" });
  await client.command({
    query: "CREATE TABLE decision (id String, points Int64, at DateTime64(3, 'UTC')) ENGINE = ReplacingMergeTree ORDER BY id",
  });
});

async function rows<Row = unknown>(query: string, query_params: Record<string, unknown> = {}): Promise<Row[]> {
  const result = await client.query({ query, query_params, format: "JSONEachRow" });
  return result.json<Row>();
}

const count = () => rows("SELECT uniqExact(id) AS n FROM decision").then(([row]) => row);

function* decisions(from: number, to: number) {
  for (let n = from; n < to; n += 1) yield { id: `d${n}`, points: n, at: "2026-11-15 10:00:00.123" };
}

describe("the ClickHouse engine behind its HTTP front, through the official client", () => {
  it("supports both kinds of ping", async () => {
    expect(await client.ping()).toMatchObject({ success: true });
    expect(await client.ping({ select: true })).toMatchObject({ success: true });
  });

  it("binds parameters of every shape, and never as SQL", async () => {
    const text = "it's a \\ \t tab,\n a line and '; DROP TABLE decision; --";
    const query = `SELECT {text:String} AS text, {list:Array(String)} AS list, {none:Nullable(Int64)} AS none, {map:Map(String, Int64)} AS map,
      {at:DateTime64(3, 'UTC')} AS at, toString({big:UInt64}) AS big, name FROM system.{table:Identifier} LEFT JOIN (SELECT 'x' AS name) AS t ON 1 = 1 LIMIT {n:UInt8}`;
    const given = {
      text,
      list: ["a'b", "c\\d"],
      none: null,
      map: { k: 7 },
      at: new Date(1_700_000_000_123),
      big: 2n ** 63n,
      table: "one",
      n: 1,
    };
    expect(await rows(query, given)).toEqual([
      { text, list: given.list, none: null, map: { k: 7 }, at: "2023-11-14 22:13:20.123", big: "9223372036854775808", name: "x" },
    ]);
  });

  it("scopes settings and parameters to their statement", async () => {
    const query = "SELECT getSetting('max_block_size') AS size";
    const [usual] = await rows(query);
    const changed = await client.query({ query, format: "JSONEachRow", clickhouse_settings: { max_block_size: "1234" } });
    expect(await changed.json()).toEqual([{ size: 1234 }]);
    expect(await rows(query)).toEqual([usual]);
    await rows("SELECT {left:String}", { left: "over" });
    await expect(rows("SELECT {left:String}")).rejects.toMatchObject({ code: "456" });
    await client.command({ query: "SET max_block_size = 99" });
    await client.command({ query: "CREATE TEMPORARY TABLE passing (n UInt8)" });
    const later = await Promise.all(Array.from({ length: 6 }, () => rows(query)));
    expect(later).toEqual(Array.from({ length: 6 }, () => [usual]));
    await expect(rows("SELECT * FROM passing")).rejects.toMatchObject({ code: "60" });
    await expect(rows("1 + 1")).rejects.toMatchObject({ code: "62" });
  });

  it("inserts JSON rows from an array and from a stream", async () => {
    const inserted = await client.insert({ table: "decision", values: [...decisions(0, 3)], format: "JSONEachRow" });
    expect(inserted.summary?.written_rows).toBe("3");
    await client.insert({ table: "decision", values: Readable.from(decisions(3, 20_000)), format: "JSONEachRow" });
    expect(await count()).toEqual({ n: 20000 });
    expect(await rows("SELECT * FROM decision WHERE id = {id:String}", { id: "d19999" })).toEqual([
      { id: "d19999", points: 19999, at: "2026-11-15 10:00:00.123" },
    ]);
  });

  it("accepts columns, settings, an empty insert and an insert from a select", async () => {
    const clickhouse_settings = { date_time_input_format: "best_effort", input_format_skip_unknown_fields: 1 } as const;
    const values = [{ id: "iso", at: "2026-11-15T10:00:00.5Z", extra: true }];
    await client.insert({ table: "decision", values, columns: ["id", "at"], format: "JSONEachRow", clickhouse_settings });
    await client.insert({ table: "decision", values: Readable.from([]), format: "JSONEachRow" });
    await client.command({ query: "INSERT INTO decision SELECT toString(number), number, now64(3) FROM numbers(5)" });
    expect(await count()).toEqual({ n: 6 });
    expect(await rows("SELECT points, at FROM decision WHERE id = 'iso'")).toEqual([{ points: 0, at: "2026-11-15 10:00:00.500" }]);
  });

  it("handles gzip in both directions", async () => {
    const compressed = createClient({
      ...asUser("admin"),
      compression: { request: true, response: true },
    });
    try {
      await compressed.insert({ table: "decision", values: [...decisions(0, 500)], format: "JSONEachRow" });
      const result = await compressed.query({ query: "SELECT count() AS n FROM decision", format: "JSONEachRow" });
      expect(await result.json()).toEqual([{ n: 500 }]);
    } finally {
      await compressed.close();
    }
  });

  it.each([
    ["SELECT * FROM missing", "60", "UNKNOWN_TABLE", 404],
    ["SELECT missing FROM decision", "47", "UNKNOWN_IDENTIFIER", 404],
    ["SELEC 1", "62", "SYNTAX_ERROR", 400],
    ["SELECT toDate('never')", "38", "CANNOT_PARSE_DATE", 400],
    ["SELECT throwIf(1)", "395", "FUNCTION_THROW_IF_VALUE_IS_NON_ZERO", 500],
  ])("tells the error of %s with its code and status", async (query, code, name, status) => {
    await expect(client.command({ query })).rejects.toMatchObject({ code });
    const response = await fetch(`${clickhouseUrl(running.instance)}/?database=${clickhouseDatabase}`, {
      method: "POST",
      headers: clickhouseHeaders("admin"),
      body: query,
    });
    expect(response.status).toBe(status);
    expect(response.headers.get("x-clickhouse-exception-code")).toBe(code);
    expect(await response.text()).toContain(`(${name})`);
  });

  it("refuses a whole insert because of one bad row, and an unknown database", async () => {
    const values = [
      { id: "good", points: 1 },
      { id: "bad", points: "many" },
    ];
    await expect(client.insert({ table: "decision", values, format: "JSONEachRow" })).rejects.toMatchObject({
      code: expect.stringMatching(/^(27|72)$/),
    });
    expect(await count()).toEqual({ n: 0 });
    const response = await fetch(`${clickhouseUrl(running.instance)}/?database=missing`, {
      method: "POST",
      headers: clickhouseHeaders("admin"),
      body: "SELECT 1",
    });
    expect([response.status, response.headers.get("x-clickhouse-exception-code")]).toEqual([404, "81"]);
  });

  it("runs slow reads concurrently with each other and with an insert", async () => {
    let read = 0;
    const query = "SELECT {n:UInt8} AS n, sleep(3) AS s, toUnixTimestamp(now()) AS began";
    const slow = [1, 2, 3, 4].map((n) => rows<{ readonly began: number }>(query, { n }).finally(() => (read += 1)));
    await client.insert({ table: "decision", values: [...decisions(0, 10)], format: "JSONEachRow" });
    expect(read).toBe(0);
    const answers = (await Promise.all(slow)).flat();
    expect(answers).toMatchObject([1, 2, 3, 4].map((n) => ({ n, s: 0 })));
    const began = answers.map((answer) => answer.began);
    // Sequentially, the last would start nine seconds after the first.
    expect(Math.max(...began) - Math.min(...began)).toBeLessThan(8);
  });

  it("responds to short statements while a long one runs", async () => {
    const clickhouse_settings = { function_sleep_max_microseconds_per_block: "60000000", max_block_size: "1" };
    const query = "SELECT sum(sleepEachRow(0.5) + number) AS total FROM numbers(10)";
    const long = client.query({ query, format: "JSONEachRow", clickhouse_settings }).then((result) => result.json());
    const state = { runs: true };
    void long.finally(() => (state.runs = false));
    let answered = 0;
    while (state.runs) {
      await Promise.all([1, 2, 3, 4].map((n) => rows("SELECT {n:UInt8} AS n", { n })));
      answered += 4;
    }
    expect(await long).toEqual([{ total: 45 }]);
    expect(answered).toBeGreaterThan(50);
    expect(await rows("SELECT 1 AS n")).toEqual([{ n: 1 }]);
  });

  it("keeps acknowledged data when it is killed", async () => {
    await client.insert({ table: "decision", values: [...decisions(0, 1000)], format: "JSONEachRow" });
    await killPart(running.instance, "clickhouse");
    await expect(client.ping()).resolves.toMatchObject({ success: false });
    await restartPart(running.instance, "clickhouse");
    expect(await count()).toEqual({ n: 1000 });
  });
});
