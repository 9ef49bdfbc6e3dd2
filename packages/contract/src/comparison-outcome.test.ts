import { expect, test } from "vitest";
import { likelyOutcomeField, outcomeOf } from "./comparison-outcome.ts";

const text = (name: string) => ({ name, type: "String" as const });

test("the field that says what was decided goes by its name, else it is the last text that both flows have", () => {
  expect(likelyOutcomeField([text("case"), text("Decision")], [text("Decision"), text("case")])).toBe("Decision");
  expect(likelyOutcomeField([text("a"), text("b")], [text("a"), text("b"), text("result")])).toBe("b");
  expect(likelyOutcomeField([{ name: "result", type: "Integer" }], [text("result")])).toBeNull();
  expect(likelyOutcomeField([], [text("result")])).toBeNull();
});

test("what failed decided nothing, and a missing value is the empty outcome", () => {
  expect(outcomeOf("result", { status: "failed", runtimeData: { result: "Approve" } })).toBe("Failed");
  expect(outcomeOf("result", { status: "completed", runtimeData: { result: "Approve" } })).toBe("Approve");
  expect(outcomeOf("result", { status: "completed", runtimeData: {} })).toBe("");
  expect(outcomeOf("toString", { status: "completed", runtimeData: {} })).toBe("");
  expect(outcomeOf(null, { status: "completed", runtimeData: {} })).toBe("Completed");
});
