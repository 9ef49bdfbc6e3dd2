import { expect, it } from "vitest";
import { integerSteps } from "./profile.ts";

it("steps of integers have the same number of integers each, from the smallest to the largest", () => {
  const ages = integerSteps(18, 94);
  expect([ages.count, ages.width, ages.endOf(0), ages.endOf(19)]).toEqual([20, 4, 21, 97]);
  const enquiries = integerSteps(0, 6);
  expect([enquiries.count, enquiries.width, enquiries.endOf(0), enquiries.endOf(6)]).toEqual([7, 1, 0, 6]);
  expect(integerSteps(5, 5)).toMatchObject({ count: 1, width: 1 });
});
