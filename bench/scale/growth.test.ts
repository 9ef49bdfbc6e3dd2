import { expect, test } from "vitest";
import { growthOf } from "./growth.ts";

const values = new Map([
  [1, 100],
  [200, 150],
  [2_000, 125],
]);

test("growth compares the largest size with the smallest; a rate that falls has grown worse", () => {
  expect(growthOf({ what: "time", unit: "ms", values })).toBe(1.25);
  expect(growthOf({ what: "rate", unit: "/s", values, isRate: true })).toBe(0.8);
});
