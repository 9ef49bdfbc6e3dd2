import type { RangeScoreItem } from "@airlock/flow";
import { expect, test } from "vitest";
import { edgesOf, moveEdge, numberText, stepFor } from "./band-edges.ts";

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
    { value: 450, paths: ["ranges.0.rangeTo", "ranges.1.rangeFrom"], least: 300, most: 600 },
    { value: 600, paths: ["ranges.1.rangeTo", "ranges.2.rangeFrom"], least: 450, most: 850 },
    { value: 850, paths: ["ranges.2.rangeTo"], least: 600, most: 900 },
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
