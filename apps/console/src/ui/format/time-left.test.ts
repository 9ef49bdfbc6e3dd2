import { expect, test } from "vitest";
import { timeLeft } from "./time-left.ts";

test.each([
  [500, 50, undefined],
  [60_000, 1, undefined],
  [10_000, 90, "a few seconds left"],
  [10_000, 20, "about 40 seconds left"],
  [60_000, 25, "about 3 minutes left"],
  [60_000, 100, undefined],
])("%d ms for %d %%: %s", (elapsed, percent, text) => expect(timeLeft(elapsed, percent)).toBe(text));

test("seconds may be short", () => {
  expect(timeLeft(10_000, 20, "short")).toBe("about 40 s left");
  expect(timeLeft(60_000, 25, "short")).toBe("about 3 minutes left");
});
