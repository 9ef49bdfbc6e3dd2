import type { ModelReport } from "@airlock/contract";
import { expect, test } from "vitest";
import { judgeDays, stateOf } from "./judge-days.ts";

const spread = { rows: 100, missing: 0, unseen: 0, bounds: [5], bins: [50, 50] };
const column = { type: "FLOAT", kind: "number", values: [], valuesCount: 0, bands: [], distribution: spread } as const;
const report = {
  columns: [
    { ...column, name: "age" },
    { ...column, name: "score" },
  ],
  scores: { ...spread, bounds: [0.5] },
} as unknown as Pick<ModelReport, "columns" | "scores">; // Only the properties that are read.

const counts = (day: string, place: number, bins: readonly number[]) => ({
  day,
  place,
  rows: bins.reduce((sum, count) => sum + count, 0),
  missing: 0,
  unseen: 0,
  bins,
  counted: 0,
});

test("a day without enough decisions is skipped", () => {
  expect(judgeDays(report, [counts("2026-01-01", 0, [79, 0])], 0.2)).toEqual([]);
  expect(stateOf([])).toEqual({ state: "none", since: null, columns: [], score: false });
});

test("a column named score is distinct from the score", () => {
  const days = judgeDays(report, [counts("2026-01-01", 1, [100, 0]), counts("2026-01-01", -1, [50, 50])], 0.2);
  expect(days.map(({ moved }) => moved.map(({ of, column }) => [of, column]))).toEqual([[["column", "score"]]]);
  expect(stateOf(days)).toMatchObject({ state: "drifting", columns: ["score"], score: false });
});

test("drift begins on the first day after the last stable one, and the newest day decides whether there is drift", () => {
  const moved = [100, 0];
  const steady = [50, 50];
  const live = [
    counts("2026-01-05", -1, moved),
    counts("2026-01-01", 0, moved),
    counts("2026-01-02", 0, steady),
    counts("2026-01-04", 0, moved),
  ];
  const days = judgeDays(report, live, 0.2);
  expect(days.map(({ day, moved: those }) => [day, those.length])).toEqual([
    ["2026-01-01", 1],
    ["2026-01-02", 0],
    ["2026-01-04", 1],
    ["2026-01-05", 1],
  ]);
  expect(stateOf(days)).toEqual({ state: "drifting", since: "2026-01-04T00:00:00.000Z", columns: [], score: true });
  expect(stateOf(days.slice(0, 2))).toEqual({ state: "steady", since: null, columns: [], score: false });
  expect(stateOf(judgeDays(report, live, 100))).toMatchObject({ state: "steady" });
});
