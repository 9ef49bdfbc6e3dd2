import { expect, test } from "vitest";
import type { CalculationNode, Definition, RangeScoreNode } from "../definition.ts";
import { newLink } from "../new-link.ts";
import { newNode } from "../new-node.ts";
import { thresholdsOf, withThresholds } from "./thresholds.ts";

const start = newNode("Start", "start", 0, 0);
const score: RangeScoreNode = {
  ...newNode("RangeScore", "score", 100, 0),
  ranges: [
    { id: "a", rangeFromIncludeExclude: "[", rangeFrom: "", rangeTo: "600", rangeToIncludeExclude: ")", score: "45", reasonCode: "" },
  ],
};
const sum: CalculationNode = {
  ...newNode("Calculation", "sum", 200, 0),
  calculations: [
    { datasource: "Runtime", fieldKey: "points", operator: "+", level: 0 },
    { datasource: "Literal", fieldKey: "10", operator: "*", level: 0 },
  ],
};
const end = newNode("End", "end", 300, 0);
const condition = {
  conditionalOperator: "&&",
  leftHandDatasource: "Runtime",
  leftHandFieldname: "total",
  leftHandType: "Float",
  operator: ">=",
  rightHandDatasource: "Literal",
  rightHandFieldname: "620",
} as const;
const definition: Definition = {
  solutionDefinition: {
    nodes: [start, score, sum, end],
    links: [
      newLink("a", start, score),
      { ...newLink("b", sum, end), conditionFields: [{ ...condition, leftHandType: "String", rightHandFieldname: "7" }, condition] },
    ],
    zoom: 100,
  },
  applicationDatasetFields: [],
  runtimeDatasetFields: [],
  applicationTestData: [],
};

test("bounds, points and literal numbers of formulas and conditions can be dragged; texts and fields cannot", () => {
  expect(thresholdsOf(definition).map(({ id, path, text }) => `${id} ${path} ${text}`)).toEqual([
    "score ranges.0.rangeFrom ",
    "score ranges.0.rangeTo 600",
    "score ranges.0.score 45",
    "sum calculations.1.fieldKey 10",
    "b conditionFields.1.rightHandFieldname 620",
  ]);
});

test("a change leaves everything else as it is, and one that names nothing is refused", () => {
  const changed = withThresholds(definition, [
    { id: "score", path: "ranges.0.rangeTo", value: "585" },
    { id: "b", path: "conditionFields.1.rightHandFieldname", value: "610" },
  ]);
  if (changed === undefined) throw new Error("The changes are refused.");
  expect(thresholdsOf(changed).map(({ text }) => text)).toEqual(["", "585", "45", "10", "610"]);
  expect(changed.solutionDefinition.nodes[0]).toEqual(start);
  expect(
    withThresholds(changed, [
      { id: "score", path: "ranges.0.rangeTo", value: "600" },
      { id: "b", path: "conditionFields.1.rightHandFieldname", value: "620" },
    ]),
  ).toEqual(definition);
  for (const path of ["ranges.1.rangeTo", "ranges.0.reasonCode", "__proto__.x.y", "conditionFields.0.rightHandFieldname"]) {
    expect(withThresholds(definition, [{ id: "score", path, value: "1" }])).toBeUndefined();
  }
});

test("numbers inside sub-flows are changed for one call alone", () => {
  const called = { versionId: "v1", name: "1", solutionId: "s", solutionName: "Scores", behaviour: 1, definition };
  const call = (id: string) => ({ ...newNode("SubFlow", id, 0, 0), versionId: "v1" });
  const middle: Definition = {
    ...definition,
    solutionDefinition: { nodes: [call("inner")], links: [], zoom: 100 },
    subFlows: [called],
  };
  const outer: Definition = {
    ...definition,
    solutionDefinition: { nodes: [call("one"), call("two"), { ...call("three"), versionId: "v2" }], links: [], zoom: 100 },
    subFlows: [called, { ...called, versionId: "v2", definition: middle }],
  };
  const numbers = (flow: Definition) =>
    thresholdsOf(flow).flatMap(({ id, path, text }) => (path === "ranges.0.rangeTo" ? [`${id} ${text}`] : []));
  expect(numbers(outer)).toEqual(["one/score 600", "three/inner/score 600", "two/score 600"]);
  const change = (id: string) => ({ id, path: "ranges.0.rangeTo", value: "650" });
  const changed = withThresholds(outer, [change("two/score")]);
  expect(changed && numbers(changed)).toEqual(["one/score 600", "three/inner/score 600", "two/score 650"]);
  const deeper = withThresholds(outer, [change("three/inner/score"), change("one/score")]);
  expect(deeper && numbers(deeper)).toEqual(["one/score 650", "three/inner/score 650", "two/score 600"]);
  expect(outer.subFlows?.[0]?.definition).toBe(definition);
  expect(withThresholds(outer, [change("four/score")])).toBeUndefined();
});
