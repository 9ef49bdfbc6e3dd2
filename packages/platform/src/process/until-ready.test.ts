import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { untilReady } from "./until-ready.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("retries until it succeeds, logs only the first failure, and reports each", async () => {
  let attempts = 0;
  const [warn, onFailure] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const ready = untilReady({
    name: "part",
    attempt: () => (++attempts < 4 ? Promise.reject(new Error(`away ${attempts}`)) : Promise.resolve("open")),
    retryMillis: 1_000,
    onFailure,
    log: { warn },
  });
  await vi.advanceTimersByTimeAsync(2_999);
  expect(attempts).toBe(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(await ready).toBe("open");
  expect([warn.mock.calls.length, onFailure.mock.calls.length]).toEqual([1, 3]);
});

test("aborting ends the attempts immediately, also between two of them", async () => {
  const ending = new AbortController();
  const attempt = vi.fn<() => Promise<never>>(() => Promise.reject(new Error("away")));
  const ready = untilReady({ name: "part", attempt, retryMillis: 3_600_000, signal: ending.signal, log: { warn: () => undefined } });
  await vi.advanceTimersByTimeAsync(10);
  ending.abort();
  expect([await ready, attempt.mock.calls.length, vi.getTimerCount()]).toEqual([undefined, 1, 0]);
});

test("a failure caused by aborting is not logged", async () => {
  const ending = new AbortController();
  const warn = vi.fn<() => void>();
  const attempt = () => {
    ending.abort();
    return Promise.reject(new Error("closed"));
  };
  expect(await untilReady({ name: "part", attempt, retryMillis: 1_000, signal: ending.signal, log: { warn } })).toBeUndefined();
  expect(warn).not.toHaveBeenCalled();
});
