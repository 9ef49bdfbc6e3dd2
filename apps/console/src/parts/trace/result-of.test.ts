import { expect, test } from "vitest";
import { resultOf } from "./result-of.ts";

test("the value that says what a decision came to", () => {
  expect(resultOf({ runtimeData: { points: 3, Decision: "Refer", note: "x" } })).toEqual(["Decision", "Refer"]);
  expect(resultOf({ runtimeData: { band: "A", points: 3 } })).toEqual(["band", "A"]);
  expect(resultOf({ runtimeData: { points: 3, total: 4 } })).toEqual(["total", 4]);
  expect(resultOf({ runtimeData: {} })).toBeUndefined();
});
