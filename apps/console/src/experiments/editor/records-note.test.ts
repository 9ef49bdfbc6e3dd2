import type { ExperimentResultFields } from "@airlock/contract";
import { expect, test } from "vitest";
import { needsNote, recordsNote } from "./records-note.ts";

test("the note is shown above 500 records", () => {
  expect([null, 0, 500, 501, 42_118].map(needsNote)).toEqual([false, false, false, true, true]);
});

test("it says what is used, and how long all take once that is known", () => {
  expect(recordsNote("first", 42_118, [])).toBe("Only the first 1,000 records are used.");
  expect(recordsNote("all", 42_118, [])).toBe("All 42,118 records are used.");
  // Only what an estimate is made of.
  const done = {
    _embedded: {
      status: "done",
      records: "all",
      started: "2026-11-14T10:00:00Z",
      ended: "2026-11-14T10:00:12Z",
      resultsCount: 21_059,
    } as ExperimentResultFields,
  };
  expect(recordsNote("first", 42_118, [done])).toBe("Only the first 1,000 records are used. All 42,118 take about 24 s.");
});
