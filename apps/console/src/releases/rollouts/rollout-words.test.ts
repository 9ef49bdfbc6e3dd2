import { expect, test } from "vitest";
import { callsText, durationText, guardsText, rolloutPill, rolloutTitle } from "./rollout-words.ts";

const guard = { measure: "failedShare", limit: 2, minimum: 100 } as const;
const state = (name: "holds" | "broken" | "tooFew") => ({ measure: "failedShare", state: name, value: 1, decisions: 200 }) as const;

test.each([
  [[], [], "No guards"],
  [[guard, guard], [], "2 guards, not evaluated yet"],
  [[guard, guard], [state("holds"), state("holds")], "All 2 guards hold"],
  [[guard], [state("holds")], "The guard holds"],
  [[guard, guard], [state("holds"), state("tooFew")], "1 of 2 guards holds"],
  [[guard, guard], [state("holds"), state("broken")], "1 of 2 guards is broken"],
])("guards %#: %j", (guards, guardStates, text) => expect(guardsText({ guards, guardStates })).toBe(text));

test.each([
  [30, "30 minutes"],
  [60, "1 hour"],
  [90, "90 minutes"],
  [1440, "1 day"],
  [2880, "2 days"],
])("%d minutes are %s", (minutes, text) => expect(durationText(minutes)).toBe(text));

test("a rollout is starting until every runtime serves its version", () => {
  expect(rolloutPill({ status: "running", beganDate: null })).toEqual({ status: "training", text: "Starting" });
  expect(rolloutPill({ status: "running", beganDate: "2026-11-17T09:00:00.000Z" }).text).toBe("Running");
  expect(rolloutPill({ status: "rolledBack", beganDate: null }).status).toBe("error");
});

test("its calls are named by share and field", () => {
  expect(rolloutTitle({ kind: "ramp", versionName: "v8" })).toBe("Ramp to v8");
  expect(callsText({ kind: "shadow", share: 100, field: null })).toBe("Decides every call after the answer was sent.");
  expect(callsText({ kind: "split", share: 12.5, field: null })).toBe("Answers 12.5% of the calls, each chosen at random.");
  expect(callsText({ kind: "split", share: 20, field: "customer_id" })).toContain("same value of customer_id");
});
