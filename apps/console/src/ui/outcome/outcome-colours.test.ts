import { expect, test } from "vitest";
import { outcomeColours, outcomeKind } from "./outcome-colours.ts";

test.each([
  ["Approve", "approve"],
  ["approved", "approve"],
  ["ACCEPT", "approve"],
  [" Refer ", "refer"],
  ["review", "refer"],
  ["Decline", "decline"],
  ["rejected", "decline"],
  ["Approve later", undefined],
  ["", undefined],
  [720, undefined],
])("%j is %s", (value, kind) => {
  expect(outcomeKind(value)).toBe(kind);
});

test("no two outcomes share a colour, and Approve is neither orange nor red", () => {
  const tokens = outcomeColours.map(({ token }) => token);
  expect(new Set(tokens).size).toBe(tokens.length);
  expect(outcomeColours.find(({ kind }) => kind === "approve")?.token).toBe("--al-chart-3");
});
