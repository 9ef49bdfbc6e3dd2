import { createLog } from "@airlock/platform";
import { expect, test, vi } from "vitest";
import { startLater } from "./start-later.ts";

const log = createLog({ name: "test", level: "silent" });

test("retries until it succeeds", async () => {
  vi.useFakeTimers();
  try {
    let tries = 0;
    const later = startLater("part", () => (++tries < 3 ? Promise.reject(new Error("away")) : Promise.resolve("open")), log);
    await vi.advanceTimersByTimeAsync(1_500);
    expect([later.now(), later.check()]).toEqual([undefined, { ok: false, detail: "away" }]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([later.now(), later.check(), tries]).toEqual(["open", { ok: true }, 3]);
    expect(await later.stop()).toBe("open");
  } finally {
    vi.useRealTimers();
  }
});

test("stopping ends the retries immediately", async () => {
  const later = startLater("part", () => Promise.reject(new Error("away")), log);
  expect(await later.stop()).toBeUndefined();
});

test("is not ready while it is pending, also if it resolves without a value", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const later = startLater("part", () => promise, log);
  expect(later.check()).toEqual({ ok: false, detail: "not done yet" });
  resolve();
  await later.stop();
  expect(later.check()).toEqual({ ok: true });
});
