import { createLog } from "@airlock/platform";
import { expect, test, vi } from "vitest";
import { startLater } from "./start-later.ts";

const log = createLog({ name: "test", level: "silent" });

test("tries until it is there", async () => {
  vi.useFakeTimers();
  try {
    let tries = 0;
    const later = startLater("part", () => (++tries < 3 ? Promise.reject(new Error("away")) : Promise.resolve("open")), log);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(later.now()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1_000);
    expect([later.now(), tries]).toEqual(["open", 3]);
    expect(await later.stop()).toBe("open");
  } finally {
    vi.useRealTimers();
  }
});

test("a stop ends the trying at once", async () => {
  const later = startLater("part", () => Promise.reject(new Error("away")), log);
  expect(await later.stop()).toBeUndefined();
});
