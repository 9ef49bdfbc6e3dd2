import { createLog } from "@airlock/platform";
import { expect, test } from "vitest";
import { createCatchUp } from "./catch-up.ts";

const log = createLog({ name: "test", level: "silent" });

function watchAt(applied: number, synced: boolean) {
  const watch = {
    now: applied,
    isSynced: synced,
    restarts: 0,
    applied: () => watch.now,
    synced: () => watch.isSynced,
    restart: () => void (watch.restarts += 1),
  };
  return watch;
}

test("a watch that has received everything is up to date immediately", async () => {
  const watch = watchAt(9, true);
  expect(await createCatchUp(log, 20)([{ watch, revision: 9 }])).toBe(true);
  expect(watch.restarts).toBe(0);
});

test("a watch that missed a revision is restarted", async () => {
  const watch = watchAt(8, true);
  expect(await createCatchUp(log, 20)([{ watch, revision: 9 }])).toBe(false);
  expect(watch.restarts).toBe(1);
});

test("a watch that is still reading is not restarted, one without progress is", async () => {
  const [reading, still] = [watchAt(1, false), watchAt(1, false)];
  const catchUp = createCatchUp(log, 20);
  const watched = [reading, still].map((watch) => ({ watch, revision: 99 }));
  for (let look = 0; look < 3; look += 1) {
    expect(await catchUp(watched)).toBe(false);
    reading.now += 1;
  }
  expect([reading.restarts, still.restarts]).toEqual([0, 1]);
  reading.now = 99;
  reading.isSynced = true;
  still.isSynced = true;
  still.now = 99;
  expect(await catchUp(watched)).toBe(true);
});
