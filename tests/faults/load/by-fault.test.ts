import { expect, test } from "vitest";
import { countByFault, noFault, sumByFault, tableOf } from "./by-fault.ts";
import type { Seen } from "./journal.ts";

const yes = (reference: string): Seen => ({ reference, kind: "acknowledged", executionId: `id-${reference}`, millis: 1 });
const outages = [
  { victim: "nats", from: 10, until: 15 },
  { victim: "runtime1", from: 20, until: 22 },
];
const none = { kills: 0, away: 0, requested: 0, acknowledged: 0, refused: 0, unknown: 0, lost: 0, doubled: 0 };
const counted = countByFault(
  outages,
  [
    yes("5"),
    yes("12"),
    { reference: "13", kind: "refused", status: 503, code: "OVERLOADED" },
    { reference: "19.5", kind: "unknown", reason: "ECONNRESET" },
    yes("21"),
    yes("23"),
  ],
  Number,
  { lost: ["id-12"], doubled: ["id-21", "of no call"] },
);

test("a call counts for the part that was away when it was sent, or was killed while the call was under way", () => {
  expect(Object.fromEntries(counted)).toEqual({
    [noFault]: { ...none, requested: 2, acknowledged: 2, doubled: 1 },
    nats: { ...none, kills: 1, away: 5, requested: 2, acknowledged: 1, refused: 1, lost: 1 },
    runtime1: { ...none, kills: 1, away: 2, requested: 2, acknowledged: 1, unknown: 1, doubled: 1 },
  });
});

test("rounds are summed by fault, and the table has a line for each", () => {
  const both = sumByFault(counted, countByFault(outages.slice(0, 1), [yes("11")], Number, { lost: [], doubled: [] }));
  expect(both.get("nats")).toEqual({ ...none, kills: 2, away: 10, requested: 3, acknowledged: 2, refused: 1, lost: 1 });
  expect(tableOf(both).map((line) => line.trim().split(/\s+/))).toEqual([
    ["away", "kills", "s", "requested", "acknowledged", "refused", "unknown", "lost", "doubled"],
    [noFault, "0", "0", "2", "2", "0", "0", "0", "1"],
    ["nats", "2", "10", "3", "2", "1", "0", "1", "0"],
    ["runtime1", "1", "2", "2", "1", "0", "1", "0", "1"],
  ]);
});
