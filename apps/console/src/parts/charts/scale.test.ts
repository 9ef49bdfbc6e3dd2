import { expect, test } from "vitest";
import { scaleLinear } from "./scale.ts";

test("values are between both ends, also of an axis that goes up, and beyond them", () => {
  const up = scaleLinear([10, 20], [200, 0]);
  expect([10, 12.5, 20, 22].map(up)).toEqual([200, 150, 0, -40]);
});

test("a single value is in the middle", () => {
  expect(scaleLinear([7, 7], [0, 100])(7)).toBe(50);
});
