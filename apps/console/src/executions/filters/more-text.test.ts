import { expect, test } from "vitest";
import { millisOf, moreText } from "./more-text.ts";

test("says what is set", () => {
  expect(moreText({})).toBeUndefined();
  expect(moreText({ reason: "R07" })).toBe("R07");
  expect(moreText({ reason: "R07", min: "100", max: "500" })).toBe("R07, 100 to 500 ms");
  expect(moreText({ min: "0.5" })).toBe("from 0.5 ms");
  expect(moreText({ max: "20", min: "soon" })).toBe("up to 20 ms");
});

test("a text that is not a number is not a filter", () => {
  expect(["1", " 2.5 ", "-1", "1e9", "", undefined].map(millisOf)).toEqual(["1", "2.5", undefined, undefined, undefined, undefined]);
});
