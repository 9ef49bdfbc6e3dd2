import { detailMinutes, quantileOf } from "@airlock/backend/executions";
import {
  encodeExecution,
  encodeGroup,
  encodeShadow,
  executionSubject,
  groupMessageId,
  type LoggedExecution,
  type LoggedShadow,
} from "@airlock/contract";
import { newId, openStreamReader, publishDurable } from "@airlock/platform";
import { createClickHouse, type ClickHouse } from "@airlock/platform/clickhouse";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clickhouseAccess } from "../../services/environment.ts";
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
  clickhouse = createClickHouse({ ...clickhouseAccess(running.instance), name: "test" });
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
    callerId: newId(),
    correlationId: "order-17:a",
    rolloutId: newId(),
    arm: "challenger",
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
  // Another id if something is added, so that JetStream does not drop it as a duplicate.
  const messageId = `${groupMessageId(first.executionId, executions.length)}${extra.length === 0 ? "" : newId()}`;
  await publishDurable(dataPlane.nats, { subject: executionSubject(first.versionId), payload, messageId }, 5_000);
}

const rowsOf = (versionId: string) =>
  clickhouse.query<Record<string, unknown>>(
    "SELECT * EXCEPT inserted FROM executions FINAL WHERE version = {versionId:String} ORDER BY id",
    { versionId },
  );

test("an execution is stored as it was written", async () => {
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
      caller: one.callerId,
      correlation: one.correlationId,
      rollout_id: one.rolloutId,
      arm: one.arm,
      duration_us: 1234,
      status: "failed",
      record: one.record,
      // Never.
      erased: "1970-01-01T00:00:00Z",
    },
  ]);
});

test("a shadow result is stored as it was written, separate from executions, and once", async () => {
  const one = execution(newId());
  const shadow: LoggedShadow = {
    rolloutId: newId(),
    executionId: one.executionId,
    liveVersionId: one.versionId,
    shadowVersionId: newId(),
    solutionId: one.solutionId,
    organisationId: one.organisationId,
    started: one.started,
    isComparable: true,
    dropped: 2,
    liveStatus: "completed",
    shadowStatus: "failed",
    liveOutcome: 'it\'s "quoted", ü',
    shadowOutcome: "Failed",
    record: one.record,
  };
  const found = () =>
    clickhouse.query<Record<string, unknown>>("SELECT * EXCEPT inserted FROM shadow_results FINAL WHERE rollout_id = {rollout:String}", {
      rollout: shadow.rolloutId,
    });
  await append([one], [encodeShadow(shadow)]);
  await append([execution(one.versionId)], [encodeShadow(shadow)]);
  await eventually("both executions", async () => ((await rowsOf(one.versionId)).length === 2 ? true : undefined));
  const rows = await eventually("the result", async () => ((await found()).length > 0 ? found() : undefined));
  expect(rows).toEqual([
    {
      organisation: shadow.organisationId,
      rollout_id: shadow.rolloutId,
      started: "2026-11-15T04:05:06.789000Z",
      execution: one.executionId,
      solution: shadow.solutionId,
      live_version: shadow.liveVersionId,
      shadow_version: shadow.shadowVersionId,
      comparable: true,
      live_status: "completed",
      shadow_status: "failed",
      live_outcome: shadow.liveOutcome,
      shadow_outcome: "Failed",
      record: one.record,
      dropped: 2,
    },
  ]);
});

test("thousands are stored in few inserts", async () => {
  const versionId = newId();
  const before = await inserts();
  const executions = Array.from({ length: 5_000 }, () => execution(versionId));
  for (let index = 0; index < executions.length; index += 50) await append(executions.slice(index, index + 50));
  await eventually("all rows", async () => ((await rowsOf(versionId)).length === 5_000 ? true : undefined), { seconds: 30 });
  expect((await inserts()) - before).toBeLessThan(60);
});

test("a duplicate execution counts once", async () => {
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

test("durations, outcomes and reason codes are counted by minute, duplicates once", async () => {
  const [organisationId, versionId] = [newId(), newId()];
  const made = Array.from({ length: 200 }, (_, at) => {
    const outcome = at % 10 < 4 ? "Approve" : at % 10 < 7 ? "Refer" : at % 10 < 9 ? "Decline" : `Person ${at}`;
    const record = JSON.stringify([1, [], "D", [7, outcome], at % 4 === 0 ? ["R01", "R02"] : []]);
    return execution(versionId, { organisationId, record, durationMicros: 300 + at * 41 });
  });
  await append(made);
  await append(made.slice(0, 50));
  await append([execution(versionId, { organisationId, status: "failed", record: '[1,[],"D",[null,"Approve"],[]]', durationMicros: 300 })]);
  await eventually("all rows", async () => ((await rowsOf(versionId)).length === 201 ? true : undefined));
  await detailMinutes(clickhouse, {
    settleMillis: 0,
    sourcesOf: () => Promise.resolve(new Map([[versionId, { position: 2, texts: ["Approve", "Decline"] }]])),
  });
  const [counted] = await clickhouse.query<{ durations: Record<string, number>; outcomes: unknown; reasons: unknown }>(
    "SELECT durations, outcomes, reasons FROM execution_minutes FINAL WHERE version = {versionId:String}",
    { versionId },
  );
  expect(counted).toMatchObject({
    outcomes: { Approve: 80, Decline: 40, Other: 20, Refer: 60 },
    reasons: { R01: 50, R02: 50 },
  });
  const durations = new Map(Object.entries(counted?.durations ?? {}).map(([step, count]) => [Number(step), count]));
  expect([...durations.values()].reduce((sum, count) => sum + count, 0)).toBe(201);
  // Of 201 in order, the failed one first, the 191st is the 190th of the others.
  const exact = 300 + 189 * 41;
  expect(Math.abs((quantileOf(durations, 0.95) ?? 0) / exact - 1)).toBeLessThan(0.025);
});

test("unreadable lines become dead letters with the reason, and the lines around them are stored", async () => {
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
  const dead: string[] = [];
  const unreadable = ["not json", '["too","short"]'];
  while (!unreadable.every((text) => dead.includes(text))) {
    const message = await reader.next(20_000);
    if (message === undefined) throw new Error(`Only these became dead letters: ${dead.join(", ")}`);
    dead.push(message.text);
    message.acknowledge();
  }
  await reader.close();
  const metrics = await (await fetch(`http://127.0.0.1:${port(running.instance, "worker")}/metrics`)).text();
  expect(metrics).toMatch(/^airlock_sink_dead_total [23]$/m);
});

test("while ClickHouse refuses every row nothing becomes a dead letter, and everything is stored once it accepts them", async () => {
  const manager = await dataPlane.nats.jetstream.jetstreamManager();
  const dead = async () => (await manager.streams.info("executions-dead")).state.messages;
  const ready = async () => {
    const response = await fetch(`http://127.0.0.1:${port(running.instance, "worker")}/ready`);
    const { parts } = (await response.json()) as { readonly parts: { readonly sink: { readonly ok: boolean; readonly detail?: string } } };
    return { status: response.status, ...parts.sink };
  };
  const stopped = async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${port(running.instance, "worker")}/metrics`)).text();
    return Number(/^airlock_sink_stopped (\d+)$/m.exec(metrics)?.[1] ?? Number.NaN);
  };
  const before = await dead();
  const versionId = newId();
  // A bad migration: a column whose default cannot be computed for any row.
  await clickhouse.command("ALTER TABLE executions ADD COLUMN drift Int8 DEFAULT CAST(record AS Int8)");
  try {
    for (let index = 0; index < 20; index += 1) await append([execution(versionId)]);
    const state = await eventually("the sink to stop", async () => {
      const now = await ready();
      return now.ok ? undefined : now;
    });
    expect(state.status).toBe(503);
    expect(state.detail).toMatch(/^stopped: ClickHouse refuses every execution/);
    expect(await stopped()).toBe(1);
    // More of them, and an unreadable one: all stay in the stream.
    await append([execution(versionId)], ["not json either"]);
    expect((await manager.streams.info("executions")).state.messages).toBe(21);
    expect(await dead()).toBe(before);
  } finally {
    await clickhouse.command("ALTER TABLE executions DROP COLUMN drift");
  }
  await eventually("all rows", async () => ((await rowsOf(versionId)).length === 21 ? true : undefined), { seconds: 30 });
  await eventually("an empty stream", async () => ((await manager.streams.info("executions")).state.messages === 0 ? true : undefined), {
    seconds: 30,
  });
  expect((await dead()) - before).toBe(1);
  expect([await stopped(), (await ready()).ok]).toEqual([0, true]);
});

async function inserts(): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port(running.instance, "worker")}/metrics`)).text();
  return Number(/^airlock_sink_inserts_total (\d+)$/m.exec(metrics)?.[1] ?? Number.NaN);
}
