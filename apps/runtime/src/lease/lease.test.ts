import { createLog } from "@airlock/platform";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startLease, type Lease } from "./lease.ts";

const log = createLog({ name: "test", level: "silent" });
let lease: Lease;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] }));
afterEach(async () => {
  await lease.stop();
  vi.useRealTimers();
});

test("a renewed lease is held, and expires five seconds after the last renewal", async () => {
  let up = true;
  lease = startLease({ renew: () => Promise.resolve(up), askPeers: () => Promise.resolve(), log });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(lease.holds()).toBe(true);
  up = false;
  await vi.advanceTimersByTimeAsync(3_900);
  expect(lease.holds()).toBe(true);
  await vi.advanceTimersByTimeAsync(1_200);
  expect(lease.holds()).toBe(false);
});

test("after it expired, peers are requests every second and decisions continue", async () => {
  let requests = 0;
  lease = startLease({ renew: () => Promise.resolve(false), askPeers: () => Promise.resolve(void (requests += 1)), log });
  await vi.advanceTimersByTimeAsync(0);
  expect(lease.fresh()).toBe(true);
  expect(lease.holds()).toBe(false);
  const before = requests;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(requests - before).toBe(5);
  expect(lease.fresh()).toBe(true);
});

test("a process that was paused for longer than its lease checks for changes before it decides", async () => {
  let now = 0;
  let renewals = 0;
  lease = startLease({ renew: () => Promise.resolve(++renewals > 0), askPeers: () => Promise.resolve(), log, now: () => now });
  await vi.advanceTimersByTimeAsync(0);
  expect(lease.fresh()).toBe(true);
  // Time passes and no timer fires, as with SIGSTOP.
  now = 20_000;
  expect(lease.fresh()).toBe(false);
  const before = renewals;
  await lease.settle();
  expect(renewals).toBe(before + 1);
  expect(lease.holds()).toBe(true);
});

test("a decision does not wait indefinitely for a JetStream that hangs", async () => {
  let now = 0;
  lease = startLease({ renew: () => new Promise(() => undefined), askPeers: () => Promise.resolve(), log, now: () => now });
  let settled = false;
  const settling = lease.settle().then(() => (settled = true));
  await vi.advanceTimersByTimeAsync(700);
  expect(settled).toBe(false);
  now = 900;
  await vi.advanceTimersByTimeAsync(200);
  await settling;
  expect(lease.fresh()).toBe(true);
  expect(lease.holds()).toBe(false);
  // The only attempt never ends, so stopping must not wait for it.
  lease = { ...lease, stop: () => Promise.resolve() };
});

test("changes that arrive together need one more renewal", async () => {
  let renewals = 0;
  let release: () => void = () => undefined;
  lease = startLease({
    renew: async () => {
      renewals += 1;
      await new Promise<void>((resolve) => (release = resolve));
      return true;
    },
    askPeers: () => Promise.resolve(),
    log,
  });
  await vi.advanceTimersByTimeAsync(0);
  for (let index = 0; index < 100; index += 1) lease.changed();
  expect(renewals).toBe(1);
  release();
  await vi.advanceTimersByTimeAsync(0);
  expect(renewals).toBe(2);
  release();
  await vi.advanceTimersByTimeAsync(0);
  expect(renewals).toBe(2);
});
