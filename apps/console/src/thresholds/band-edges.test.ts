import type { RangeScoreItem } from "@airlock/flow";
import { expect, test } from "vitest";
import { edgePositions, edgesOf, moveEdge, numberText, sliderPositions, stepFor } from "./band-edges.ts";

const band = (rangeFrom: string, rangeTo: string): RangeScoreItem => ({
  id: `${rangeFrom}-${rangeTo}`,
  rangeFromIncludeExclude: "[",
  rangeFrom,
  rangeTo,
  rangeToIncludeExclude: ")",
  score: "1",
  reasonCode: "",
});
const bands = [band("", "450"), band("450", "600"), band("600", "850")];

test("a border that two bands share is one edge, between its neighbours", () => {
  expect(edgesOf(bands, 300, 900)).toEqual([
    { value: 450, paths: ["ranges.0.rangeTo", "ranges.1.rangeFrom"], min: 300, max: 600 },
    { value: 600, paths: ["ranges.1.rangeTo", "ranges.2.rangeFrom"], min: 450, max: 850 },
    { value: 850, paths: ["ranges.2.rangeTo"], min: 600, max: 900 },
  ]);
});

test("moving an edge takes both bands along and stops before its neighbours", () => {
  const edge = edgesOf(bands, 300, 900)[1];
  if (edge === undefined) throw new Error("There is no edge.");
  expect(moveEdge("score", edge, 586.2, 5)).toEqual([
    { id: "score", path: "ranges.1.rangeTo", value: "585" },
    { id: "score", path: "ranges.2.rangeFrom", value: "585" },
  ]);
  expect(moveEdge("score", edge, -1000, 5)[0]?.value).toBe("455");
  expect(moveEdge("score", edge, 5000, 5)[0]?.value).toBe("845");
});

test("numbers have no exponent and no rounding noise, and steps are round", () => {
  expect([0.1 + 0.2, 585, 1e-7 * 3, -0.25, 100, -0].map(numberText)).toEqual(["0.3", "585", "0.0000003", "-0.25", "100", "0"]);
  expect([stepFor(300, 850), stepFor(0, 1), stepFor(0, 5_000_000), stepFor(3, 3)]).toEqual([5, 0.005, 50_000, 1]);
});

test.each([5, 7, 0.5])("the positions of an edge are all that it can be moved to, with steps of %d", (step) => {
  for (const edge of edgesOf(bands, 300, 900)) {
    const reached = Array.from({ length: 4000 }, (_, at) => moveEdge("score", edge, 200 + at / 5, step)[0]?.value ?? "");
    const expected = [...new Set(reached)].toSorted((one, other) => Number(one) - Number(other));
    expect(edgePositions(edge, step)).toEqual(expected);
  }
});

test("the positions of a slider are rounded to the decimals of its step, between its ends", () => {
  expect(sliderPositions(0, 1, 0.25)).toEqual(["0", "0.25", "0.5", "0.75", "1"]);
  expect(sliderPositions(16.37, 19.5, 1)).toEqual(["16.37", "17", "18", "19", "19.5"]);
  expect(sliderPositions(-2, 2, 2)).toEqual(["-2", "0", "2"]);
});
