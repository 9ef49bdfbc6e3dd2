import { expect, it } from "vitest";
import { delayText, deletionText } from "./deletion-text.ts";

it("says how many executions would be deleted, and how well that is known", () => {
  expect(deletionText({ executions: 0, counted: "exactly" })).toBe("0 executions");
  expect(deletionText({ executions: 1, counted: "exactly" })).toBe("1 execution");
  expect(deletionText({ executions: 100_000, counted: "atLeast" })).toBe("at least 100,000 executions");
  expect(deletionText({ executions: 3_400_000, counted: "about" })).toBe("about 3,400,000 executions");
  expect(deletionText({ executions: 0, counted: "atLeast" })).toBe("more executions than could be counted in time");
});

it("names a delay in the largest unit that fits", () => {
  expect([3_600, 7_200, 1_800, 90, 1, 86_400].map(delayText)).toEqual([
    "1 hour",
    "2 hours",
    "30 minutes",
    "90 seconds",
    "1 second",
    "1 day",
  ]);
});
