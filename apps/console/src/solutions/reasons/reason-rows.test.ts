import { emptyDefinition, newNode, newRange, type Definition } from "@airlock/flow";
import { expect, test } from "vitest";
import { reasonRows, reasonTextOf } from "./reason-rows.ts";

const empty = emptyDefinition();
const score = {
  ...newNode("RangeScore", "score", 0, 0),
  ranges: ["R10", "R2", "R01"].map((reasonCode) => ({ ...newRange(reasonCode, []), reasonCode })),
};
const definition: Definition = {
  ...empty,
  solutionDefinition: { ...empty.solutionDefinition, nodes: [...empty.solutionDefinition.nodes, score] },
  reasonTexts: { R09: "Of a deleted band", R01: "Low income" },
};

test("codes in use come first in alphabetical order, codes that only have a text after them", () => {
  expect(reasonRows(definition)).toEqual([
    { code: "R01", text: "Low income", isUnused: false },
    { code: "R2", text: "", isUnused: false },
    { code: "R10", text: "", isUnused: false },
    { code: "R09", text: "Of a deleted band", isUnused: true },
  ]);
});

test("a code without a text has an empty one, whatever it is called", () => {
  expect([reasonTextOf({ R01: "x" }, "toString"), reasonTextOf(undefined, "R01")]).toEqual(["", ""]);
});
