import { createLog } from "@airlock/platform";
import { afterEach, expect, test } from "vitest";
import { createLastUse, type LastUse } from "./last-use.ts";

const log = createLog({ name: "test", level: "silent" });
let uses: LastUse | undefined;
afterEach(() => uses?.stop());

function bench() {
  const written: (readonly (readonly [string, number])[])[] = [];
  const state = { clock: 1_000_000, away: false };
  uses = createLastUse({
    log,
    now: () => state.clock,
    write: async (given) => {
      await Promise.resolve();
      if (state.away) throw new Error("away");
      written.push(given);
    },
  });
  return { written, state, uses };
}

test("many uses of a key are written once, with the latest time", async () => {
  const { written, uses: tested } = bench();
  for (const at of [5, 9, 7]) tested.note("a", at);
  tested.note("b", 1);
  await tested.flush();
  expect(written).toEqual([
    [
      ["a", 9],
      ["b", 1],
    ],
  ]);
});

test("a key in constant use is written every half minute, and its last use is not lost", async () => {
  const { written, state, uses: tested } = bench();
  tested.note("a", 1);
  await tested.flush();
  tested.note("a", 2);
  expect(await tested.flush()).toBe(0);
  state.clock += 30_000;
  expect(await tested.flush()).toBe(1);
  tested.note("a", 3);
  await tested.stop();
  expect(written).toEqual([[["a", 1]], [["a", 2]], [["a", 3]]]);
});

test("a failed write is retried", async () => {
  const { written, state, uses: tested } = bench();
  state.away = true;
  tested.note("a", 1);
  expect(await tested.flush()).toBe(0);
  state.away = false;
  tested.note("a", 4);
  expect(await tested.flush()).toBe(1);
  expect(written).toEqual([[["a", 4]]]);
});
