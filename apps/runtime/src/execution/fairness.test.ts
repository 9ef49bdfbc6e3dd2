import { afterEach, expect, test } from "vitest";
import { decided, ndjson, patient, serveRoute } from "./execute-route.fixture.ts";

let served: Awaited<ReturnType<typeof serveRoute>> | undefined;

afterEach(() => served?.close());

const megabyte = 1024 ** 2;
const batchOf = (count: number) => Array.from({ length: count }, () => "{}").join("\n");

test("bodies of one organisation are admitted up to its share, and a batch of another organisation still is", async () => {
  served = await serveRoute((input) => decided(input));
  const { open } = served;
  const announced = { ...ndjson, "content-length": 4 * megabyte };
  const opened = Array.from({ length: 60 }, () => open(announced));
  let refused = 0;
  for (const { sending, reply } of opened) {
    // Sends the headers and never the body.
    sending.flushHeaders();
    void reply.then(({ code }) => void (refused += code === "ORGANISATION_BUSY" ? 1 : 0)).catch(() => undefined);
  }
  // 768 units of 64 KiB are 48 MiB.
  await expect.poll(() => refused, patient).toBe(60 - 12);
  expect(await served.call(batchOf(10), { ...ndjson, authorization: "two" })).toMatchObject({ status: 200 });
  for (const { sending } of opened) sending.destroy();
  await expect.poll(() => served?.route.inFlight(), patient).toBe(0);
});

test("a body without a length counts as the largest one", async () => {
  served = await serveRoute((input) => decided(input));
  const { sending, reply } = served.open({ ...ndjson, "transfer-encoding": "chunked" });
  sending.flushHeaders();
  await expect.poll(() => served?.route.inFlight(), patient).toBe(64);
  sending.end("{}");
  await expect(reply).resolves.toMatchObject({ status: 200 });
});

test("a batch counts by its inputs, and is refused before any is decided", async () => {
  const inputs = new Set<string>();
  let finish: (() => void)[] = [];
  served = await serveRoute((input) => {
    inputs.add(input);
    return new Promise((resolve) => finish.push(() => resolve(decided(input))));
  });
  const { call } = served;
  const batches = Array.from({ length: 12 }, () => call(batchOf(1_000), ndjson));
  await expect.poll(() => served?.route.inFlight(), patient).toBe(12 * 63);
  const refused = Array.from({ length: 1_000 }, () => '{"refused":1}').join("\n");
  expect(await served.call(refused, ndjson)).toMatchObject({ status: 429, code: "ORGANISATION_BUSY" });
  expect(inputs).not.toContain('{"refused":1}');
  const flush = setInterval(() => {
    const some = finish;
    finish = [];
    for (const one of some) one();
  }, 1);
  for (const batch of await Promise.all(batches)) expect(batch.status).toBe(200);
  clearInterval(flush);
});

test("calls of another organisation are answered while a batch is decided", async () => {
  const order: string[] = [];
  let other: Promise<unknown> | undefined;
  served = await serveRoute((input, _, { organisationId }) => {
    order.push(organisationId);
    // A decision that blocks the event loop for a millisecond.
    for (const end = performance.now() + 1; performance.now() < end;);
    if (organisationId === "one") other ??= served?.call("{}", { authorization: "two" });
    return decided(input);
  });
  expect(await served.call(batchOf(1_000), ndjson)).toMatchObject({ status: 200 });
  expect(await other).toMatchObject({ status: 200 });
  expect(order).toHaveLength(1_001);
  expect(order.indexOf("two")).toBeLessThan(500);
});

test("decisions beyond the quota of an organisation or key are refused with the time to wait", async () => {
  served = await serveRoute((input) => decided(input), { organisationPerSecond: 1, keyPerSecond: 0 });
  expect(await served.call(batchOf(30), ndjson)).toMatchObject({ status: 200 });
  const refused = await served.call("{}");
  expect(refused).toMatchObject({ status: 429, code: "QUOTA_EXCEEDED" });
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(20);
  expect(await served.call("{}", { authorization: "two" })).toMatchObject({ status: 200 });
  served.close();
  served = await serveRoute((input) => decided(input), { organisationPerSecond: 0, keyPerSecond: 1 });
  expect(await served.call(batchOf(30), ndjson)).toMatchObject({ status: 200 });
  expect(await served.call("{}")).toMatchObject({ status: 429, code: "QUOTA_EXCEEDED" });
});

/** More than 64 KiB, so that it is read in turn. */
const largeBatch = Array.from({ length: 1_000 }, () => `{"text":"${"x".repeat(80)}"}`).join("\n");

test("a burst of large batches is admitted up to the quota, although all of them arrived before one was counted", async () => {
  served = await serveRoute((input) => decided(input), { organisationPerSecond: 100 });
  const { open } = served;
  const opened = Array.from({ length: 10 }, () => open({ ...ndjson, "content-length": Buffer.byteLength(largeBatch) }));
  for (const { sending } of opened) sending.flushHeaders();
  await expect.poll(() => served?.route.inFlight(), patient).toBe(10 * 2);
  for (const { sending } of opened) sending.end(largeBatch);
  const replies = await Promise.all(opened.map(({ reply }) => reply));
  const admitted = replies.filter(({ status }) => status === 200).length;
  // Two are read concurrently; the first that is counted exhausts the quota.
  expect(admitted).toBeGreaterThan(0);
  expect(admitted).toBeLessThanOrEqual(2);
  expect(replies.filter(({ code }) => code === "QUOTA_EXCEEDED")).toHaveLength(10 - admitted);
  await expect.poll(() => served?.route.inFlight(), patient).toBe(0);
});

test("slow senders delay the next large batch of their organisation only briefly", async () => {
  served = await serveRoute((input) => decided(input));
  const { open, call } = served;
  const slow = Array.from({ length: 4 }, () => open({ ...ndjson, "content-length": megabyte }));
  for (const { sending, reply } of slow) {
    sending.flushHeaders();
    reply.catch(() => undefined);
  }
  await expect.poll(() => served?.route.inFlight(), patient).toBe(4 * 16);
  expect(await call(largeBatch, ndjson)).toMatchObject({ status: 200 });
  for (const { sending } of slow) sending.destroy();
  await expect.poll(() => served?.route.inFlight(), patient).toBe(0);
  expect(await call(largeBatch, ndjson)).toMatchObject({ status: 200 });
});
