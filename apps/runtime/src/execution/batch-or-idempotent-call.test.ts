import { afterEach, expect, test } from "vitest";
import { decided, ndjson, patient, serveRoute } from "./execute-route.fixture.ts";
import type { LogEntry } from "./execution-log.ts";

let served: Awaited<ReturnType<typeof serveRoute>> | undefined;

afterEach(() => served?.close());

/** A flow with one web call, which ends as `CANCELLED` when its signal is aborted, or when the test sends the response. */
function slowWebCall() {
  const answer: (() => void)[] = [];
  const decide = (input: string, signal: () => AbortSignal) =>
    new Promise<ReturnType<typeof decided>>((resolve) => {
      signal().addEventListener("abort", () => resolve(decided(input, { errorCode: "CANCELLED" })));
      answer.push(() => resolve(decided(input)));
    });
  return { answer, decide };
}

/** Starts a call, waits until its web call is pending and closes the connection. */
async function leave(partner: ReturnType<typeof slowWebCall>, headers: Readonly<Record<string, string>>, body = "{}"): Promise<void> {
  const before = partner.answer.length;
  const { sending, reply } = served?.open({ "content-length": body.length, ...headers }) ?? fail();
  sending.end(body);
  await expect.poll(() => partner.answer.length, patient).toBeGreaterThan(before);
  sending.destroy();
  await reply.catch(() => undefined);
}

const fail = (): never => {
  throw new Error("no route");
};

test("with an Idempotency-Key a decision completes although its caller disconnected, and a retry gets it", async () => {
  const partner = slowWebCall();
  served = await serveRoute(partner.decide);
  const headers = { "idempotency-key": "payment-4711" };
  await leave(partner, headers);
  expect(await served.call("{}", headers)).toMatchObject({ status: 409, code: "IDEMPOTENCY_IN_PROGRESS" });
  // The abandoned call still counts for its organisation.
  expect(served.route.inFlight()).toBe(1);
  partner.answer[0]?.();
  await expect.poll(() => served?.route.inFlight(), patient).toBe(0);
  const retried = await served.call("{}", headers);
  expect(retried).toMatchObject({ status: 200, headers: { "idempotency-replayed": "true" } });
  expect(JSON.parse(retried.text)).toMatchObject({ _embedded: { status: "completed" } });
  expect(partner.answer).toHaveLength(1);
  expect(served.logged).toHaveLength(1);
});

test("without an Idempotency-Key, web calls are cancelled when the caller disconnects", async () => {
  const partner = slowWebCall();
  served = await serveRoute(partner.decide);
  await leave(partner, {});
  await expect.poll(() => served?.route.inFlight(), patient).toBe(0);
  await leave(partner, ndjson);
  await expect.poll(() => served?.route.inFlight(), patient).toBe(0);
});

// No more than eight are decided at a time.
test.each([20, 8])(
  "of a batch of %i inputs without an Idempotency-Key whose caller disconnected before the last was decided, nothing is logged",
  async (length) => {
    const partner = slowWebCall();
    served = await serveRoute(partner.decide);
    await leave(partner, ndjson, Array.from({ length }, () => "{}").join("\n"));
    await expect.poll(() => served?.route.inFlight(), patient).toBe(0);
    expect(served.logged).toEqual([]);
  },
);

test("a runtime that stops cancels pending calls, stores nothing of them and releases the key", async () => {
  const partner = slowWebCall();
  served = await serveRoute(partner.decide);
  const headers = { "idempotency-key": "at the end" };
  await leave(partner, headers);
  await served.route.finish(0);
  expect(served.route.inFlight()).toBe(0);
  expect(served.logged).toEqual([]);
  const again = served.call("{}", headers);
  await expect.poll(() => partner.answer.length, patient).toBe(2);
  partner.answer[1]?.();
  await expect(again).resolves.toMatchObject({ status: 200 });
});

const inputs = (count: number, bytes: number) => Array.from({ length: count }, () => JSON.stringify("x".repeat(bytes))).join("\n");

test("the response of a batch of 1,000 small inputs is stored", async () => {
  served = await serveRoute((input) => decided(input));
  const headers = { ...ndjson, "idempotency-key": "small" };
  const first = await served.call(inputs(1_000, 10), headers);
  expect(first.status).toBe(200);
  await expect(served.call(inputs(1_000, 10), headers)).resolves.toMatchObject({ status: 200, text: first.text });
});

test("a batch that is too large to store is refused before it is decided, on every retry", async () => {
  let decisions = 0;
  served = await serveRoute((input) => {
    decisions += 1;
    return decided(input);
  });
  const headers = { ...ndjson, "idempotency-key": "large" };
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const refused = await served.call(inputs(1_000, 2_500), headers);
    expect(refused).toMatchObject({ status: 413, code: "IDEMPOTENCY_ANSWER_TOO_LARGE" });
    expect(refused.text).toContain("3,000,000 bytes");
  }
  expect(decisions).toBe(0);
  await expect(served.call(inputs(1_000, 2_500), ndjson)).resolves.toMatchObject({ status: 200 });
});

test("a response that became too large to store is refused, and a retry is refused without another decision", async () => {
  let decisions = 0;
  served = await serveRoute((input) => {
    decisions += 1;
    return decided(input, { text: "y".repeat(100_000) });
  });
  const headers = { ...ndjson, "idempotency-key": "grown" };
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(await served.call(inputs(200, 1), headers)).toMatchObject({ status: 413, code: "IDEMPOTENCY_ANSWER_TOO_LARGE" });
  }
  expect(decisions).toBeLessThan(50);
  expect(served.logged).toEqual([]);
});

test("a batch without an Idempotency-Key is refused before its responses and lines take too much memory, and logs nothing", async () => {
  let decisions = 0;
  served = await serveRoute((input) => {
    decisions += 1;
    return decided(input, { text: "y".repeat(500_000) });
  });
  const refused = await served.call(inputs(1_000, 1), ndjson);
  expect(refused).toMatchObject({ status: 413, code: "BATCH_RESPONSE_TOO_LARGE" });
  expect(refused.text).toContain("32,000,000 bytes");
  expect(decisions).toBeLessThan(100);
  expect(served.logged).toEqual([]);
});

test("a call counts by its responses and lines, and is refused if its organisation's share has no room for them", async () => {
  const held: LogEntry[] = [];
  const large = (input: string) => decided(input, { text: "y".repeat(input === '"large"' ? 140_000 : 0) });
  const executionLog = { accepts: () => true, append: (entry: LogEntry) => void held.push(entry) };
  // The share of one organisation is 6 units.
  served = await serveRoute(large, { executionLog, maxInFlight: 8 });
  const first = served.call('"large"\n"large"', ndjson);
  await expect.poll(() => held.length, patient).toBe(2);
  expect(served.route.inFlight()).toBe(5);
  expect(await served.call('"large"', ndjson)).toMatchObject({ status: 429, code: "ORGANISATION_BUSY", headers: { "retry-after": "1" } });
  const headers = { "idempotency-key": "busy" };
  expect(await served.call('"large"', headers)).toMatchObject({ status: 429, code: "ORGANISATION_BUSY", headers: { "retry-after": "1" } });
  expect(held).toHaveLength(2);
  for (const entry of held.splice(0)) entry.done("durable");
  expect(await first).toMatchObject({ status: 200 });
  await expect.poll(() => served?.route.inFlight(), patient).toBe(0);
  // The refusal has freed the key.
  const again = served.call('"large"', headers);
  await expect.poll(() => held.length, patient).toBe(1);
  held[0]?.done("durable");
  expect(await again).toMatchObject({ status: 200 });
});

test("a response that could not be stored releases its key", async () => {
  served = await serveRoute((input) => decided(input));
  const { replace } = served.answers;
  let failures = 1;
  served.answers.replace = async (key, value, revision) => {
    if (value?.answer !== undefined && failures-- > 0) throw new Error("not acknowledged");
    return replace(key, value, revision);
  };
  const headers = { "idempotency-key": "free" };
  expect(await served.call("{}", headers)).toMatchObject({ status: 503, code: "IDEMPOTENCY_UNAVAILABLE" });
  expect(await served.call("{}", headers)).toMatchObject({ status: 200 });
});
