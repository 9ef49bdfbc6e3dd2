import { refusedRequestStream } from "@airlock/contract";
import { newId } from "@airlock/platform";
import { createClickHouse, type ClickHouse } from "@airlock/platform/clickhouse";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clickhouseAccess } from "../../services/environment.ts";
import { port } from "../../services/instance.ts";
import { killPart, restartPart, startAll, stopAll } from "../../services/lifecycle.ts";
import { natsUrl } from "../../services/parts/nats.ts";
import { runtime, worker } from "../../services/product.ts";
import { migrate } from "../../services/stack.ts";
import { startTemporaryInstance, type TemporaryInstance } from "../../services/temporary-instance.ts";
import { openDataPlane, type DataPlane } from "../support/data-plane.ts";
import { eventually } from "../support/eventually.ts";

const env = { AIRLOCK_LOG_LEVEL: "warn" };
const parts = [worker({ env, watch: false }), runtime("runtime1", { watch: false, env }, "live")];
let running: TemporaryInstance;
let dataPlane: DataPlane;
let clickhouse: ClickHouse;

beforeAll(async () => {
  running = await startTemporaryInstance(["nats", "clickhouse", "postgres", "inbox"]);
  await migrate(running.instance);
  await startAll(running.instance, parts);
  dataPlane = await openDataPlane(natsUrl(running.instance));
  clickhouse = createClickHouse({ ...clickhouseAccess(running.instance), name: "test" });
});

afterAll(async () => {
  await clickhouse.close();
  await dataPlane.close();
  await stopAll(running.instance, parts);
  await running.stop();
});

interface Caller {
  readonly organisationId: string;
  readonly keyId: string;
  readonly token: string;
}

async function call(versionId: string, token: string, body: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`http://127.0.0.1:${port(running.instance, "runtime1")}/dme/manage/v1/versions/${versionId}/execute`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

async function callerAndVersion(): Promise<Caller & { readonly versionId: string }> {
  const organisationId = newId();
  const key = await dataPlane.issueKey({ organisationId });
  const { versionId } = await dataPlane.deploy({ organisationId });
  // The runtime may have the key before the version: it then refuses with 404, which is stored and counted as well.
  let refused = 0;
  await eventually("an answer", async () => {
    const status = await call(versionId, key.token, '{"age":30}', { "x-correlation-id": "start" });
    if (status === 404) refused += 1;
    return status === 200 ? true : undefined;
  });
  await eventually("the start's refusals", async () => (total(await storedOf(organisationId, "start")) === refused ? true : undefined));
  return { organisationId, keyId: key.keyId, token: key.token, versionId };
}

interface Stored {
  readonly key: string;
  readonly code: string;
  readonly status: number;
  readonly correlation: string;
  readonly fields: readonly string[];
  readonly messages: readonly string[];
  readonly not_stored: number;
}

const storedOf = (organisation: string, correlation: string) =>
  clickhouse.query<Stored>(
    `SELECT key, code, status, correlation, fields, messages, not_stored FROM refused_requests FINAL
     WHERE organisation = {organisation:String} AND startsWith(correlation, {correlation:String}) ORDER BY at, id`,
    { organisation, correlation },
  );

const total = (rows: readonly Stored[]) => rows.reduce((sum, { not_stored }) => sum + 1 + not_stored, 0);

test("refused requests of two organisations are stored for each, and those of an unknown key are not", async () => {
  const [one, other] = [await callerAndVersion(), await callerAndVersion()];
  const named = { "x-correlation-id": "order-17" };
  expect(await call(one.versionId, one.token, '{"age":"old","agee":1}', named)).toBe(400);
  expect(await call(one.versionId, other.token, "{}", named)).toBe(404);
  expect(await call(one.versionId, `${one.token}x`, "{}", { "x-correlation-id": "order-17-unknown" })).toBe(401);
  const [ofOne] = await eventually("both", async () => {
    const rows = await Promise.all([storedOf(one.organisationId, "order-17"), storedOf(other.organisationId, "order-17")]);
    expect(rows.every((found) => found.length <= 1)).toBe(true);
    return rows.every((found) => found.length === 1) ? rows : undefined;
  });
  expect(ofOne).toMatchObject([
    {
      key: one.keyId,
      code: "INPUT_INVALID",
      status: 400,
      fields: ["age", "agee"],
      messages: ["This must be a number without a fraction.", "There is no such application field."],
    },
  ]);
  expect(await storedOf(other.organisationId, "order-17")).toMatchObject([{ key: other.keyId, code: "VERSION_NOT_FOUND" }]);
  // Every message has been stored by now, and none is of the unknown key's call.
  expect(await clickhouse.query("SELECT 1 FROM refused_requests WHERE correlation = 'order-17-unknown'")).toEqual([]);
});

test("of 10,000 refused calls few are stored, all are counted, and concurrent decisions are answered", async () => {
  const [flood, quiet] = [await callerAndVersion(), await callerAndVersion()];
  let left = 10_000;
  const refuse = async () => {
    while (left-- > 0) expect(await call(flood.versionId, flood.token, "{", { "x-correlation-id": "flood" })).toBe(400);
  };
  const flooding = new AbortController();
  const decide = async () => {
    const statuses = new Set<number>();
    while (!flooding.signal.aborted) statuses.add(await call(quiet.versionId, quiet.token, '{"age":30}'));
    return statuses;
  };
  const decided = decide();
  await Promise.all(Array.from({ length: 32 }, refuse)).finally(() => flooding.abort());
  expect(await decided).toEqual(new Set([200]));
  const rows = await eventually("all of them", async () => {
    const found = await storedOf(flood.organisationId, "flood");
    return total(found) === 10_000 ? found : undefined;
  });
  expect(rows.length).toBeLessThan(5_000);
  const manager = await dataPlane.nats.jetstream.jetstreamManager();
  const { config } = await manager.streams.info(refusedRequestStream);
  expect([config.discard, config.max_bytes > 0]).toEqual(["old", true]);
});

test("while NATS is unavailable calls are refused as quickly, and counted when it is back", async () => {
  const caller = await callerAndVersion();
  await killPart(running.instance, "nats");
  for (let count = 0; count < 5; count += 1) {
    expect(await call(caller.versionId, caller.token, "{", { "x-correlation-id": `away-${count}` })).toBe(400);
  }
  expect(await call(caller.versionId, caller.token, '{"age":30}')).toBe(200);
  await restartPart(running.instance, "nats");
  const rows = await eventually("what was counted", async () => {
    const found = await storedOf(caller.organisationId, "away");
    // They may arrive in two messages.
    return total(found) >= 5 ? found : undefined;
  });
  expect(rows.at(-1)?.correlation).toBe("away-4");
  expect(total(rows)).toBe(5);
});
