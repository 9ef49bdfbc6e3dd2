import { expect, test } from "vitest";
import { inOrder, outcomeColour } from "./outcome-words.ts";

test("what was not decided is grey wherever it is, and comes last", () => {
  const colours = ["Approve", "Refer", "Decline", "Other"].map((outcome, at) => outcomeColour(outcome, at));
  for (const place of [0, 1, 2, 3, 4, 5]) {
    expect(outcomeColour("Not decided", place)).toBe("var(--al-neutral)");
  }
  expect(colours).not.toContain("var(--al-neutral)");
  const outcomes = ["Not decided", "Other", "Decline", "Approve"].map((outcome) => ({ outcome }));
  expect(inOrder(outcomes).map(({ outcome }) => outcome)).toEqual(["Approve", "Decline", "Other", "Not decided"]);
});
