import { expect, test } from "vitest";
import { executionsBehind } from "./resource.ts";

const began = new Date("2026-11-17T13:20:00Z");
const now = new Date("2026-11-17T14:00:00Z");
const open = { began_at: began, ended_at: null, window_minutes: 30, usual: { median: 15, min: 12, max: 18 }, moved: null };
const versions = { ids: ["V2", "V1"], outcomeField: "decision" };
const threshold = { kind: "threshold", min: null, max: 20 } as const;
const unlike = { kind: "unlike" } as const;

test("is from the window in which it began until now, or until it ended", () => {
  const failed = { ...open, measure: { kind: "failedShare" }, rule: threshold } as const;
  expect(executionsBehind(failed, versions, now)).toEqual({
    versions: ["V2", "V1"],
    from: "2026-11-17T12:50:00.000Z",
    to: "2026-11-17T14:00:00.000Z",
    status: "failed",
  });
  const ended = new Date("2026-11-17T13:45:00Z");
  expect(executionsBehind({ ...failed, ended_at: ended }, versions, now).to).toBe("2026-11-17T13:45:00.000Z");
});

test.each([
  [{ measure: { kind: "reasonShare", reasonCode: "R03" }, rule: threshold }, { reasonCode: "R03" }],
  [
    { measure: { kind: "outcomeShare", outcome: "Decline" }, rule: unlike },
    { field: "decision", value: "Decline" },
  ],
  // The outcome that shifted most, if its share grew.
  [
    { measure: { kind: "outcomeMix", baseline: null }, rule: threshold, moved: { outcome: "Refer", by: 0.12 } },
    { field: "decision", value: "Refer" },
  ],
  [{ measure: { kind: "outcomeMix", baseline: null }, rule: threshold, moved: { outcome: "Refer", by: -0.12 } }, {}],
  // Those above the limit, the slowest first.
  [
    { measure: { kind: "p99" }, rule: threshold },
    { minMillis: 20, order: "slowest" },
  ],
  [
    { measure: { kind: "p99" }, rule: unlike },
    { minMillis: 18, order: "slowest" },
  ],
  [{ measure: { kind: "p99" }, rule: { kind: "threshold", min: 5, max: null } }, { order: "slowest" }],
  [{ measure: { kind: "volume" }, rule: unlike }, {}],
] as const)("%o is found by %o", (of, filters) => {
  const { versions: _versions, from: _from, to: _to, ...rest } = executionsBehind({ ...open, ...of }, versions, now);
  expect(rest).toEqual(filters);
});
