import type { RuntimeLease } from "@airlock/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLog } from "@airlock/platform";
import type { Bucket, Watcher } from "@airlock/platform";
import { watchRuntimes, type Runtimes } from "./runtimes.ts";

const log = createLog({ name: "test", level: "silent" });
let now = 0;
let synced = true;
let watcher: Watcher<"runtimes">;
let runtimes: Runtimes;

/** Only `watch` is needed. */
const bucket: Pick<Bucket<"runtimes">, "watch"> = {
  watch: (given) => {
    watcher = given;
    return { applied: () => 0, synced: () => synced, restart: () => undefined, stop: () => undefined };
  },
};

function hear(runtimeId: string): void {
  const value: RuntimeLease = { runtimeId, address: "", versions: {} };
  watcher.onEntry({ key: runtimeId, revision: 1, value, text: JSON.stringify(value) });
}

const live = () => runtimes.live().map(({ runtimeId }) => runtimeId);

beforeEach(() => {
  vi.useFakeTimers();
  now = 0;
  synced = true;
  // No other method of the bucket is called.
  runtimes = watchRuntimes(bucket as Bucket<"runtimes">, log, () => now);
});
afterEach(() => {
  runtimes.stop();
  vi.useRealTimers();
});

test("a runtime is live until its lease expires or is deleted", () => {
  hear("a");
  hear("b");
  now = 5_000;
  expect(live()).toEqual(["a", "b"]);
  watcher.onEntry({ key: "b", revision: 2, value: undefined, text: undefined });
  expect(live()).toEqual(["a"]);
  now = 5_001;
  expect(live()).toEqual([]);
});

test("while the bucket is unavailable no lease expires, and afterwards each has its full time to be renewed", () => {
  hear("a");
  synced = false;
  now = 60_000;
  vi.advanceTimersByTime(60_000);
  expect(live()).toEqual(["a"]);
  synced = true;
  watcher.onSynced?.();
  now = 64_999;
  vi.advanceTimersByTime(4_999);
  expect(live()).toEqual(["a"]);
  now = 65_001;
  vi.advanceTimersByTime(250);
  expect(live()).toEqual([]);
});
