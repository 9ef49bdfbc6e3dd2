import { expect, test } from "vitest";
import { executionsSearchOf } from "./executions-search-of.ts";

const behind = { versions: ["V2", "V1"], from: "2026-11-17T12:50:00Z", to: "2026-11-17T14:00:00Z" };

test.each([
  ["failures", { status: "failed" as const }, { status: "failed" }],
  ["a reason code", { reasonCode: "R03" }, { reason: "R03" }],
  ["slow executions", { minMillis: 18 }, { min: "18" }],
  ["an outcome", { field: "decision", value: "Decline" }, { q: "decision = Decline" }],
])("an open firing about %s leads to its executions until now", (_name, filters, words) => {
  expect(executionsSearchOf({ executions: { ...behind, ...filters }, endedDate: null })).toEqual({
    versions: "V2,V1",
    running: "all",
    from: behind.from,
    ...words,
  });
});

test("one that ended leads to those until its end", () => {
  expect(executionsSearchOf({ executions: behind, endedDate: behind.to })).toMatchObject({ from: behind.from, to: behind.to });
});
