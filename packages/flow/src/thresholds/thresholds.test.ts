import { expect, test } from "vitest";
import type { CalculationNode, Definition, RangeScoreNode } from "../definition.ts";
import { newLink } from "../new-link.ts";
import { newNode } from "../new-node.ts";
import { table } from "../testing/draw.ts";
import { hasSameThresholds, thresholdsOf, withThresholds } from "./thresholds.ts";

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

test("a threshold is the same in a later flow only if its row, column or condition is", () => {
  const rates = table("rates", {
    inputs: ["application.age", "application.income"],
    outputs: ["rate"],
    rows: [">= 30 | >= 1000 | 5", ">= 18 | - | 7"],
    otherwise: "9",
  });
  const earlier: Definition = {
    ...definition,
    solutionDefinition: { ...definition.solutionDefinition, nodes: [start, score, sum, rates, end] },
  };
  const later = (changes: { readonly [Id in "score" | "rates" | "sum" | "b"]?: object }): Definition => ({
    ...earlier,
    solutionDefinition: {
      ...earlier.solutionDefinition,
      nodes: earlier.solutionDefinition.nodes.map((node) => ({ ...node, ...Reflect.get(changes, node.id) })),
      links: earlier.solutionDefinition.links.map((link) => ({ ...link, ...Reflect.get(changes, link.id) })),
    },
  });
  const isSame = (changes: Parameters<typeof later>[0], id: string, path: string) =>
    hasSameThresholds(earlier, later(changes), [{ id, path }]);

  const [band] = score.ranges;
  const [row, last] = rates.tableRows;
  const [, other] = rates.inputColumns;
  if (band === undefined || row === undefined || last === undefined || other === undefined) throw new Error("One is missing.");
  const inserted = { ...band, id: "n", rangeTo: "300" };
  expect(isSame({ score: { ranges: [inserted, band] } }, "score", "ranges.0.rangeTo")).toBe(false);
  expect(isSame({ score: { ranges: [{ ...band, id: "n" }, band] } }, "score", "ranges.0.rangeTo")).toBe(false);
  expect(isSame({ score: { ranges: [{ ...band, rangeTo: "590" }] } }, "score", "ranges.0.rangeTo")).toBe(false);
  expect(isSame({ score: { scoredField: "another" } }, "score", "ranges.0.rangeTo")).toBe(false);
  expect(isSame({ score: { ranges: [] } }, "score", "ranges.0.rangeTo")).toBe(false);
  expect(isSame({ score: { label: "Score", ranges: [{ ...band, score: "1" }, inserted] } }, "score", "ranges.0.rangeTo")).toBe(true);

  const first = "tableRows.0.inputs.0.0";
  expect(isSame({ rates: { tableRows: [last, row] } }, "rates", first)).toBe(false);
  expect(isSame({ rates: { tableRows: [{ ...row, inputs: ["< 30", "-"] }, last] } }, "rates", first)).toBe(false);
  expect(isSame({ rates: { inputColumns: [{ ...other, id: "i0" }, other] } }, "rates", first)).toBe(false);
  expect(isSame({ rates: { inputColumns: rates.inputColumns.toReversed() } }, "rates", first)).toBe(false);
  expect(isSame({ rates: { outputColumns: [{ id: "o0", resultField: "fee" }] } }, "rates", "defaultRows.0.outputs.0.0")).toBe(false);
  expect(isSame({ rates: { tableRows: [{ ...row, outputs: ["6"] }, inserted] } }, "rates", first)).toBe(true);
  expect(isSame({ rates: { defaultRows: [] } }, "rates", "tableRows.1.outputs.0.0")).toBe(true);

  const path = "conditionFields.1.rightHandFieldname";
  const moved = { ...condition, leftHandFieldname: "income" };
  expect(isSame({ b: { conditionFields: [condition, moved] } }, "b", path)).toBe(false);
  expect(isSame({ b: { conditionFields: [condition] } }, "b", path)).toBe(false);
  expect(isSame({ b: { conditionFields: [moved, condition], label: "Approve" } }, "b", path)).toBe(true);
  expect(isSame({ sum: { calculations: sum.calculations.toReversed() } }, "sum", "calculations.1.fieldKey")).toBe(false);
  expect(isSame({ sum: { resultField: "sum" } }, "sum", "calculations.1.fieldKey")).toBe(true);
  expect(isSame({}, "unknown", path)).toBe(false);
});
