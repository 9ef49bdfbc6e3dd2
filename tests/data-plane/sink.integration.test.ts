import { encodeExecution, encodeGroup, executionSubject, groupMessageId, type LoggedExecution } from "@airlock/contract";
import { newId, openStreamReader, publishDurable } from "@airlock/platform";
import { createClickHouse, type ClickHouse } from "@airlock/platform/clickhouse";
import { afterAll, beforeAll, expect, test } from "vitest";
import { environment } from "../../services/environment.ts";
import { port } from "../../services/instance.ts";
import { startAll, stopAll } from "../../services/lifecycle.ts";
import { natsUrl } from "../../services/parts/nats.ts";
import { worker } from "../../services/product.ts";
import { migrate } from "../../services/stack.ts";
import { startTemporaryInstance, type TemporaryInstance } from "../../services/temporary-instance.ts";
import { openDataPlane, type DataPlane } from "../support/data-plane.ts";
import { eventually } from "../support/eventually.ts";

const part = worker({ env: { AIRLOCK_LOG_LEVEL: "warn" }, watch: false });
let running: TemporaryInstance;
let dataPlane: DataPlane;
let clickhouse: ClickHouse;

beforeAll(async () => {
  running = await startTemporaryInstance(["nats", "clickhouse", "postgres", "inbox"]);
  await migrate(running.instance);
  await startAll(running.instance, [part]);
  dataPlane = await openDataPlane(natsUrl(running.instance));
  const { AIRLOCK_CLICKHOUSE_URL: url, AIRLOCK_CLICKHOUSE_DATABASE: database } = environment(running.instance);
  clickhouse = createClickHouse({ url, database, name: "test" });
});

afterAll(async () => {
  await clickhouse.close();
  await dataPlane.close();
  await stopAll(running.instance, [part]);
  await running.stop();
});

function execution(versionId: string, given: Partial<LoggedExecution> = {}): LoggedExecution {
  return {
    executionId: newId(),
    versionId,
    solutionId: newId(),
    organisationId: newId(),
    keyId: newId(),
    started: Date.parse("2026-11-15T04:05:06.789Z"),
    durationMicros: 1234,
    status: "completed",
    record: '[1,[17,"it\'s \\"quoted\\" \\\\ and ü\\n"],"D",["declined"],[]]',
    ...given,
  };
}

async function append(executions: readonly LoggedExecution[], extra: readonly string[] = []): Promise<void> {
  const [first] = executions;
  if (first === undefined) return;
  const payload = encodeGroup([...executions.map(encodeExecution), ...extra]);
  // Not the usual id when something is added, so that JetStream does not take it for a copy.
  const messageId = `${groupMessageId(first.executionId, executions.length)}${extra.length === 0 ? "" : newId()}`;
  await publishDurable(dataPlane.nats, { subject: executionSubject(first.versionId), payload, messageId }, 5_000);
}

const rowsOf = (versionId: string) =>
  clickhouse.query<Record<string, unknown>>(
    "SELECT * EXCEPT inserted FROM executions FINAL WHERE version = {versionId:String} ORDER BY id",
    { versionId },
  );

test("an execution arrives as it was written", async () => {
  const one = execution(newId(), { status: "failed" });
  await append([one]);
  const rows = await eventually("the row", async () => {
    const found = await rowsOf(one.versionId);
    return found.length > 0 ? found : undefined;
  });
  expect(rows).toEqual([
    {
      organisation: one.organisationId,
      version: one.versionId,
      started: "2026-11-15T04:05:06.789000Z",
      id: one.executionId,
      solution: one.solutionId,
      key: one.keyId,
      duration_us: 1234,
      status: "failed",
      record: one.record,
      // Never.
      erased: "1970-01-01T00:00:00Z",
    },
  ]);
});

test("thousands arrive in few inserts", async () => {
  const versionId = newId();
  const before = await inserts();
  const executions = Array.from({ length: 5_000 }, () => execution(versionId));
  for (let index = 0; index < executions.length; index += 50) await append(executions.slice(index, index + 50));
  await eventually("all rows", async () => ((await rowsOf(versionId)).length === 5_000 ? true : undefined), { seconds: 30 });
  expect((await inserts()) - before).toBeLessThan(60);
});

test("an execution that comes again counts once", async () => {
  const one = execution(newId());
  await append([one]);
  const other = execution(one.versionId);
  await append([other, one]);
  await eventually("both", async () => ((await rowsOf(one.versionId)).length === 2 ? true : undefined));
  const [counted] = await clickhouse.query<{ total: number }>(
    "SELECT uniqExact(id) AS total FROM executions WHERE version = {versionId:String}",
    {
      versionId: one.versionId,
    },
  );
  expect(counted).toEqual({ total: 2 });
});

test("what cannot be read is put aside with its reason, and what stands around it arrives", async () => {
  const one = execution(newId());
  await append([one], ["not json", '["too","short"]']);
  // ClickHouse has no such day, so the row is refused there and not here.
  const late = execution(one.versionId, { started: Number.MAX_SAFE_INTEGER });
  await append([late]);
  const after = execution(one.versionId);
  await append([after]);
  await eventually("what can be read", async () => ((await rowsOf(one.versionId)).length >= 2 ? true : undefined));
  expect((await rowsOf(one.versionId)).map((row) => row["id"])).toEqual(expect.arrayContaining([one.executionId, after.executionId]));
  const reader = await openStreamReader(dataPlane.nats, {
    stream: "executions-dead",
    durable: "test",
    acknowledgeMillis: 5_000,
    ahead: 10,
  });
  const aside: string[] = [];
  const unreadable = ["not json", '["too","short"]'];
  while (!unreadable.every((text) => aside.includes(text))) {
    const message = await reader.next(20_000);
    if (message === undefined) throw new Error(`Only these were put aside: ${aside.join(", ")}`);
    aside.push(message.text);
    message.acknowledge();
  }
  await reader.close();
  const metrics = await (await fetch(`http://127.0.0.1:${port(running.instance, "worker")}/metrics`)).text();
  expect(metrics).toMatch(/^airlock_sink_dead_total [23]$/m);
});

async function inserts(): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port(running.instance, "worker")}/metrics`)).text();
  return Number(/^airlock_sink_inserts_total (\d+)$/m.exec(metrics)?.[1] ?? Number.NaN);
}
