import { afterEach, expect, test } from "vitest";
import type { Decided } from "./decide.ts";
import { decided, patient, serveRoute } from "./execute-route.fixture.ts";
import type { LogEntry } from "./execution-log.ts";

let served: Awaited<ReturnType<typeof serveRoute>> | undefined;

afterEach(() => served?.close());

/** A log that stores nothing until the test does. */
function heldLog() {
  const entries: LogEntry[] = [];
  return { entries, executionLog: { accepts: () => true, append: (entry: LogEntry) => void entries.push(entry) } };
}

/** Starts a call and disconnects when `isReached`. */
async function leave({ open, closed }: Awaited<ReturnType<typeof serveRoute>>, isReached: () => boolean): Promise<void> {
  const before = closed();
  const { sending, reply } = open({ "content-length": 2 });
  sending.end("{}");
  await expect.poll(isReached, patient).toBe(true);
  sending.destroy();
  await reply.catch(() => undefined);
  await expect.poll(closed, patient).toBe(before + 1);
}

test("a call whose caller disconnected counts for its organisation until its execution is stored", async () => {
  const { entries, executionLog } = heldLog();
  served = await serveRoute((input) => decided(input), { executionLog });
  await leave(served, () => entries.length === 1);
  expect(served.route.inFlight()).toBe(1);
  entries[0]?.done("durable");
  expect(served.route.inFlight()).toBe(0);
});

test("so does one whose web call was cancelled", async () => {
  const { entries, executionLog } = heldLog();
  let calls = 0;
  const decide = (input: string, signal: () => AbortSignal) =>
    new Promise<Decided>((resolve) => {
      calls += 1;
      signal().addEventListener("abort", () => resolve(decided(input, { errorCode: "CANCELLED" })));
    });
  served = await serveRoute(decide, { executionLog });
  await leave(served, () => calls === 1);
  await expect.poll(() => entries.length, patient).toBe(1);
  expect(served.route.inFlight()).toBe(1);
  entries[0]?.done("notStored");
  expect(served.route.inFlight()).toBe(0);
});

test("a call that is refused after its caller disconnected counts no longer than that", async () => {
  const pending: { readonly resolve: (decided: Decided) => void; readonly reject: (error: Error) => void }[] = [];
  served = await serveRoute(() => new Promise<Decided>((resolve, reject) => void pending.push({ resolve, reject })));
  const { route } = served;
  await leave(served, () => pending.length === 1);
  await leave(served, () => pending.length === 2);
  expect(route.inFlight()).toBe(2);
  pending[0]?.resolve({ problem: { code: "EXECUTION_TOO_LARGE" } });
  await expect.poll(() => route.inFlight(), patient).toBe(1);
  pending[1]?.reject(new Error("unexpected"));
  await expect.poll(() => route.inFlight(), patient).toBe(0);
});

test("nothing is decided for a caller who disconnected while the lease was renewed", async () => {
  let decisions = 0;
  let renewed: (() => void) | undefined;
  const settle = () => new Promise<void>((resolve) => (renewed = resolve));
  const decide = (input: string) => {
    decisions += 1;
    return decided(input);
  };
  served = await serveRoute(decide, { lease: { fresh: () => false, settle } });
  const { route } = served;
  await leave(served, () => renewed !== undefined);
  expect(route.inFlight()).toBe(1);
  renewed?.();
  await expect.poll(() => route.inFlight(), patient).toBe(0);
  expect(decisions).toBe(0);
});

test("a call counts by its line, and is refused if its organisation's share has no room for it", async () => {
  const { entries, executionLog } = heldLog();
  // The share of one organisation is 6 units.
  served = await serveRoute(() => decided("x".repeat(250_000)), { executionLog, maxInFlight: 8 });
  const { call, route } = served;
  const first = call("{}");
  await expect.poll(() => entries.length, patient).toBe(1);
  expect(route.inFlight()).toBe(4);
  expect(await call("{}")).toMatchObject({ status: 429, code: "ORGANISATION_BUSY", headers: { "retry-after": "1" } });
  expect(entries).toHaveLength(1);
  entries[0]?.done("durable");
  expect(await first).toMatchObject({ status: 200 });
});
