import { createLog } from "@airlock/platform";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createReconciling, type ReconcilingOptions } from "./start-reconciling.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("however often JetStream came back while a server was unavailable, the buckets are compared once per retry", async () => {
  let comparisons = 0;
  let reconnect: () => void = () => undefined;
  const options = {
    nats: { onChange: (listener: (connected: boolean) => void) => void (reconnect = () => listener(true)) },
    buckets: {
      createMissing: () => {
        comparisons += 1;
        return Promise.reject(new Error("away"));
      },
    },
    metrics: { gauge: () => undefined },
    log: createLog({ name: "test", level: "silent" }),
  } as unknown as ReconcilingOptions;
  const reconciling = createReconciling(options);
  // It does not get as far as creating jobs.
  await reconciling.start({} as Parameters<typeof reconciling.start>[0]);
  for (let turn = 0; turn < 10; turn += 1) {
    reconnect();
    await vi.advanceTimersByTimeAsync(0);
  }
  const before = comparisons;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(comparisons - before).toBe(1);
  await reconciling.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(comparisons - before).toBe(1);
});

test("when JetStream comes back during a comparison, perhaps without its disk, the buckets are compared again", async () => {
  let comparisons = 0;
  let reconnect: () => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const options = {
    nats: { onChange: (listener: (connected: boolean) => void) => void (reconnect = () => listener(true)) },
    buckets: {
      createMissing: () => {
        comparisons += 1;
        return new Promise<void>((_, reject) => (fail = reject));
      },
    },
    metrics: { gauge: () => undefined },
    log: createLog({ name: "test", level: "silent" }),
  } as unknown as ReconcilingOptions;
  const reconciling = createReconciling(options);
  void reconciling.start({} as Parameters<typeof reconciling.start>[0]);
  for (let turn = 0; turn < 3; turn += 1) reconnect();
  expect(comparisons).toBe(1);
  fail(new Error("away"));
  await vi.advanceTimersByTimeAsync(0);
  expect(comparisons).toBe(2);
  fail(new Error("away"));
  await vi.advanceTimersByTimeAsync(0);
  expect(comparisons).toBe(2);
  await reconciling.stop();
});
