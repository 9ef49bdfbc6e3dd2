import { expect, test } from "vitest";
import { countGroups, whatIfAt } from "./what-if-counts.ts";
import type { WhatIfGroup } from "./what-if.ts";

const group = (change: Partial<WhatIfGroup>): WhatIfGroup => ({
  before: "approve",
  after: "approve",
  position: 0,
  step: 0,
  bandBefore: 1,
  bandAfter: 1,
  count: 1,
  steps: [],
  ...change,
});
const shape = {
  outcomeField: "result",
  focus: { id: "score", field: "age", min: 0, max: 55, bands: ["first", "second"] },
  values: [{ node: "total", field: "runtime.total", min: 0, max: 55 }],
};

test("groups are added up by outcome, move, band and step", () => {
  const counted = countGroups(shape, [
    group({ count: 5, step: 3, steps: [{ "7": 4, "-1": 1 }] }),
    group({ count: 2, after: "decline", step: 3, bandAfter: 2, steps: [{ "7": 2 }] }),
    group({ count: 3, before: "decline", after: "decline", step: -1, bandBefore: -1, bandAfter: 0 }),
  ]);
  expect(counted).toMatchObject({ total: 10, changed: 2, outcomeField: "result" });
  expect(counted.outcomes).toEqual([
    { outcome: "approve", before: 7, after: 5 },
    { outcome: "decline", before: 3, after: 5 },
  ]);
  expect(counted.moves).toContainEqual({ from: "approve", to: "decline", count: 2 });
  expect(counted.focus?.bands).toEqual([
    { before: 7, after: 5 },
    { before: 0, after: 2 },
  ]);
  expect(counted.focus?.unmatched).toEqual({ before: 0, after: 3 });
  const byOutcome = [
    { outcome: "approve", count: 5 },
    { outcome: "decline", count: 2 },
  ];
  expect(counted.focus?.bins[3]).toEqual(byOutcome);
  expect(counted.values[0]?.bins[7]).toEqual([
    { outcome: "approve", count: 4 },
    { outcome: "decline", count: 2 },
  ]);
});

test("at a position, values above it are as with the lowest position, and all others as with the highest", () => {
  const above = [1, 2, 3].map((position) => group({ position, after: "decline", count: 10 ** position }));
  const below = [0, 1, 2].map((position) => group({ position, count: 10 ** position }));
  const response = { ...countGroups(shape, above), measures: [], drag: { above, below } };
  const approved = [0, 1, 2].map((index) => whatIfAt(response, index)?.outcomes.find(({ outcome }) => outcome === "approve")?.after);
  expect(approved).toEqual([1, 11, 111]);
  expect([0, 1, 2].map((index) => whatIfAt(response, index)?.changed)).toEqual([1110, 1100, 1000]);
  const { drag: _drag, ...plain } = response;
  expect(whatIfAt(plain, 0)).toBeUndefined();
});
