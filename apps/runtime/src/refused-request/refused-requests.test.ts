import { decodeRefusals, type LoggedRefusal } from "@airlock/contract";
import { createMetrics, NotAcknowledged } from "@airlock/platform";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRefusedRequests, type RefusedRequests } from "./refused-requests.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await made?.stop();
  made = undefined;
  vi.useRealTimers();
});

let made: RefusedRequests | undefined;

function collector() {
  const sent: LoggedRefusal[][] = [];
  const state = { connected: true, failure: undefined as Error | undefined };
  const metrics = createMetrics<string>();
  const counters = { sent: metrics.counter("a", ""), notStored: metrics.counter("b", "") };
  const requests = createRefusedRequests({
    connected: () => state.connected,
    publish: (payload) => {
      if (state.failure !== undefined) return Promise.reject(state.failure);
      sent.push([...decodeRefusals(payload).refusals]);
      return Promise.resolve();
    },
    metrics: counters,
    now: () => Date.now(),
  });
  made = requests;
  let count = 0;
  return {
    sent,
    state,
    counters,
    add: (given: Partial<LoggedRefusal> = {}) => {
      count += 1;
      requests.add({ ...refusal, id: `id${count}`, ...given });
    },
    /** The number of refused requests that the sent rows represent. */
    counted: () => sent.flat().reduce((sum, { notStored }) => sum + 1 + notStored, 0),
  };
}

const refusal: LoggedRefusal = {
  id: "id",
  at: 0,
  organisationId: "o",
  keyId: "k",
  callerId: "u",
  versionId: "v",
  correlationId: "c",
  method: "POST",
  address: "/",
  status: 400,
  code: "INPUT_INVALID",
  description: "",
  fields: [],
  durationMicros: 1,
  remoteAddress: "::1",
  userAgent: "",
  notStored: 0,
};

test("requests refused at the same time are sent in one message, and nothing is sent when there are none", async () => {
  const { sent, add } = collector();
  add();
  add({ keyId: "other" });
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(250);
  expect(sent.map((message) => message.map(({ id }) => id))).toEqual([["id1", "id2"]]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toHaveLength(1);
});

test("a burst of one key is limited, its end is sent, and the counts add up", async () => {
  const { sent, add, counted, counters } = collector();
  for (let count = 0; count < 10_000; count += 1) add();
  await vi.advanceTimersByTimeAsync(250);
  // 40 of the burst, and the last, which represents all others.
  expect(sent.flat()).toHaveLength(41);
  expect(sent.flat().at(-1)).toMatchObject({ id: "id10000", notStored: 9_959 });
  expect(counted()).toBe(10_000);
  expect(counters.notStored.value()).toBe(9_960);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent.flat()).toHaveLength(41);
});

test("a flood from many keys is limited by their organisation, and others are still stored", async () => {
  const { sent, add, counted } = collector();
  for (let second = 0; second < 100; second += 1) {
    for (let count = 0; count < 200; count += 1) add({ keyId: `k${count}` });
    await vi.advanceTimersByTimeAsync(1_000);
  }
  const ofFlood = sent.flat().length;
  expect(ofFlood).toBeLessThanOrEqual(5_101);
  expect(ofFlood).toBeGreaterThan(5_000);
  add({ organisationId: "p", keyId: "quiet" });
  await vi.advanceTimersByTimeAsync(250);
  expect(sent.flat().filter(({ keyId }) => keyId === "quiet")).toHaveLength(1);
  // As tokens are refilled, the rest is sent as counts.
  await vi.advanceTimersByTimeAsync(300_000);
  expect(counted()).toBe(20_001);
});

test("while NATS is unavailable only the last refusal of a key and the count are kept, and sent later", async () => {
  const { sent, state, add, counters } = collector();
  add();
  state.connected = false;
  add();
  await vi.advanceTimersByTimeAsync(60_000);
  add();
  expect(sent).toEqual([]);
  expect(counters.notStored.value()).toBe(3);
  state.connected = true;
  await vi.advanceTimersByTimeAsync(250);
  expect(sent.flat()).toMatchObject([{ id: "id3", notStored: 2 }]);
});

test("the last refusal of a key is the newest one, not the last that was found undelivered", async () => {
  const { sent, state, add } = collector();
  add({ at: 1 });
  state.connected = false;
  add({ at: 2 });
  await vi.advanceTimersByTimeAsync(250);
  state.connected = true;
  await vi.advanceTimersByTimeAsync(250);
  expect(sent.flat()).toMatchObject([{ id: "id2", notStored: 1 }]);
});

test.each([
  ["certainly not stored is not lost from the counts", false, 2],
  ["perhaps stored is not counted twice", true, 0],
])("a message that was %s", async (_, maybeStored, total) => {
  const { sent, state, add, counted } = collector();
  state.failure = new NotAcknowledged("no stream takes this subject", { maybeStored });
  add();
  add();
  await vi.advanceTimersByTimeAsync(250);
  state.failure = undefined;
  await vi.advanceTimersByTimeAsync(250);
  expect([sent.flat().length, counted()]).toEqual([Math.min(total, 1), total]);
});

test("a NATS that does not acknowledge holds one message, and the rest stays bounded", async () => {
  const metrics = createMetrics<string>();
  const published: string[] = [];
  const acknowledge: (() => void)[] = [];
  const requests = createRefusedRequests({
    connected: () => true,
    publish: (payload) => new Promise((resolve) => void (published.push(payload), acknowledge.push(resolve))),
    metrics: { sent: metrics.counter("a", ""), notStored: metrics.counter("b", "") },
    now: () => Date.now(),
  });
  for (let second = 0; second < 60; second += 1) {
    for (let count = 0; count < 100; count += 1) requests.add({ ...refusal, keyId: `k${count}` });
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(published).toHaveLength(1);
  acknowledge[0]?.();
  await vi.advanceTimersByTimeAsync(250);
  expect(published).toHaveLength(2);
  expect(Math.max(...published.map((text) => text.length))).toBeLessThan(300 * 1024);
  acknowledge[1]?.();
  const stopped = requests.stop();
  await vi.advanceTimersByTimeAsync(0);
  acknowledge[2]?.();
  await stopped;
});

test("an organisation that floods with many keys leaves room for the counts of others", async () => {
  const { sent, state, add } = collector();
  state.connected = false;
  for (let key = 0; key < 1_500; key += 1) add({ keyId: `flood${key}` });
  for (let call = 0; call < 3; call += 1) add({ organisationId: "quiet", keyId: "own" });
  for (let key = 0; key < 1_500; key += 1) add({ keyId: `flood${key}` });
  state.connected = true;
  await vi.advanceTimersByTimeAsync(1_000);
  const rows = sent.flat();
  expect(rows.filter(({ organisationId }) => organisationId === "quiet")).toMatchObject([{ keyId: "own", notStored: 2 }]);
  expect(rows).toHaveLength(1_000);
});

test("refusals that wait for a flush are limited in bytes", async () => {
  const { sent, add, counted } = collector();
  const fields = Array.from({ length: 20 }, () => ({ field: "f".repeat(100), message: "m".repeat(200) }));
  for (let count = 0; count < 400; count += 1) add({ keyId: `k${count % 20}`, fields });
  await vi.advanceTimersByTimeAsync(250);
  expect(Buffer.byteLength(JSON.stringify(sent[0]))).toBeLessThan(300 * 1024);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(counted()).toBe(400);
});
