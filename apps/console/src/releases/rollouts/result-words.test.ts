import type { Rate, RolloutResultFields } from "@airlock/contract";
import { expect, test } from "vitest";
import { pointsText, rateText, verdictOf } from "./result-words.ts";

const rate = (count: number, of: number): Rate => ({ count, of, value: of === 0 ? 0 : count / of, low: 0, high: 1 });
const arm = (name: "champion" | "challenger", approved: Rate, known: Rate | null = null) => ({
  arm: name,
  versionWss: name,
  versionName: name,
  executions: approved.of,
  failed: rate(0, approved.of),
  p99Millis: 10,
  outcomes: [{ outcome: "Approve", rate: approved }],
  knownOutcome: known,
});
const difference = {
  measure: "outcome",
  outcome: "Approve",
  difference: 0.018,
  low: 0.013,
  high: 0.023,
  p: 0.0004,
  isSignificant: true,
} as const;
const results: RolloutResultFields = {
  solutionWss: "S1",
  arms: [arm("champion", rate(712, 1000)), arm("challenger", rate(73, 100))],
  differences: [difference],
  needed: 2000,
  daysToGo: 8.2,
  primary: "Approve",
  points: [],
};
const running = { status: "running", versionName: "v23" } as const;

test("a significant difference is named with both rates", () => {
  expect(verdictOf(results, running)).toEqual({
    isSignificant: true,
    title: "Significant: Approve is higher with v23",
    text: "73.0% instead of 71.2%, +1.8 points (p < 0.001).",
    observed: 1100,
  });
});

test("one that could be chance says how long it still takes, unless the rollout is over", () => {
  const open = { ...results, differences: [{ ...difference, difference: -0.0036, p: 0.09, isSignificant: false }] };
  expect(verdictOf(open, running)).toMatchObject({
    title: "Not significant yet, about 9 days to go",
    text: "Approve looks lower with v23, -0.36 points, but this could be chance (p = 0.09).",
  });
  expect(verdictOf({ ...open, daysToGo: null }, running).title).toBe("Not significant yet");
  expect(verdictOf(open, { ...running, status: "ended" }).title).toBe("Not significant");
});

test("without decisions or known outcomes there is no verdict", () => {
  const none = { ...results, arms: [arm("champion", rate(0, 0)), arm("challenger", rate(0, 0))], differences: [], primary: "" };
  expect(verdictOf(none, running).title).toBe("No decisions to compare yet");
  const unknown = {
    ...results,
    arms: [arm("champion", rate(1, 2), rate(0, 0)), arm("challenger", rate(1, 2), rate(0, 0))],
    differences: [{ ...difference, measure: "knownOutcome" as const, outcome: "Default rate", isSignificant: false }],
  };
  expect(verdictOf(unknown, running).title).toBe("No known outcomes yet");
});

test("small rates have two digits", () => {
  expect([0, 0.0249, 0.0004, 0.712, 1].map(rateText)).toEqual(["0%", "2.49%", "0.04%", "71.2%", "100%"]);
  expect([0, -0.0036, 0.018, 0.00001].map(pointsText)).toEqual(["0", "-0.36", "+1.8", "0"]);
});
