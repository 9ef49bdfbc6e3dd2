import { createLog } from "@airlock/platform";
import { expect, test, vi } from "vitest";
import { repeat } from "./repeat.ts";

const anHour = 3_600_000;

test("stopping ends the wait between two runs immediately, and waits for a run that is going on", async () => {
  const log = createLog({ name: "test", level: "silent" });
  const runs: string[] = [];
  const resting = repeat({ name: "resting", restMillis: anHour, work: () => Promise.resolve(runs.push("resting")), log });
  const working = repeat({
    name: "working",
    restMillis: anHour,
    work: (signal) =>
      new Promise<void>((end) => {
        signal.addEventListener("abort", () => {
          runs.push("working");
          end();
        });
      }),
    log,
  });
  await resting.stop();
  await working.stop();
  expect(runs).toEqual(["resting", "working"]);
});

test("a failure is logged once, and the work is tried again", async () => {
  const warn = vi.fn<() => void>();
  const log = { ...createLog({ name: "test", level: "silent" }), warn };
  const work = vi.fn<() => Promise<never>>(() => Promise.reject(new Error("not today")));
  const repeating = repeat({ name: "failing", restMillis: 0, work, log });
  await vi.waitUntil(() => work.mock.calls.length > 2, 30_000);
  await repeating.stop();
  expect(warn).toHaveBeenCalledTimes(1);
});
