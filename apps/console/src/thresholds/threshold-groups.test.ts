import type { ResultField } from "@airlock/contract";
import { newLink, newNode, type DecisionTableNode, type Definition } from "@airlock/flow";
import { expect, test } from "vitest";
import { axisOf, byField, countedIn, groupsOf, isInside } from "./threshold-groups.ts";

const condition = {
  conditionalOperator: "&&",
  leftHandDatasource: "Runtime",
  leftHandFieldname: "total",
  leftHandType: "Float",
  operator: ">=",
  rightHandDatasource: "Literal",
  rightHandFieldname: "480",
} as const;
const [start, score, end] = [newNode("Start", "start", 0, 0), newNode("RangeScore", "score", 0, 0), newNode("End", "end", 0, 0)];
const age = { ...condition, leftHandDatasource: "Application", leftHandFieldname: "age", rightHandFieldname: "18" } as const;
const definition: Definition = {
  solutionDefinition: {
    nodes: [
      start,
      {
        ...score,
        ranges: [
          { id: "a", rangeFromIncludeExclude: "[", rangeFrom: "", rangeTo: "600", rangeToIncludeExclude: ")", score: "45", reasonCode: "" },
        ],
      },
      end,
    ],
    links: [
      { ...newLink("a", start, score), conditionFields: [condition, age] },
      { ...newLink("b", start, end), conditionFields: [{ ...condition, operator: "<", rightHandFieldname: "360" }] },
    ],
    zoom: 100,
  },
  applicationDatasetFields: [],
  runtimeDatasetFields: [],
  applicationTestData: [],
};
const field = { origin: "runtime", type: "Float", min: 90, max: 650, distinct: 3, nulls: 0 } as const;
const fields: readonly ResultField[] = [
  { ...field, name: "runtime.total" },
  { ...field, name: "application.age", type: "String" },
];
const groupAt = (key: string) => groupsOf(definition).find((group) => group.key === key);

test("conditions of several links that compare one field are under the values of that field", () => {
  const links = groupAt("links of start");
  expect(byField(links?.thresholds ?? []).map((one) => [one.field, one.thresholds.map(({ says }) => says)])).toEqual([
    ["runtime.total", ["total >= 480", "total < 360"]],
    ["application.age", ["age >= 18"]],
  ]);
});

test("values of number fields are counted at the node that the links leave, bands at their score", () => {
  expect(countedIn(groupAt("links of start"), fields)).toEqual({ values: [{ node: "start", field: "runtime.total" }] });
  expect(countedIn(groupAt("score"), fields)).toEqual({ focus: "score", values: [] });
  expect(countedIn(undefined, fields)).toEqual({ values: [] });
});

test("the axis reaches from the least to the largest value, and to thresholds beyond them", () => {
  const [total] = byField(groupAt("links of start")?.thresholds ?? []);
  expect(axisOf(field, total?.thresholds ?? [])).toEqual({ min: 90, max: 650 });
  expect(axisOf({ min: 400, max: 450 }, total?.thresholds ?? [])).toEqual({ min: 360, max: 480 });
  expect(axisOf(undefined, total?.thresholds.slice(0, 1) ?? [])).toEqual({ min: 0, max: 960 });
  expect(axisOf(undefined, total?.thresholds ?? [])).toEqual({ min: 240, max: 600 });
  const [first] = total?.thresholds ?? [];
  const of = (...texts: readonly string[]) => axisOf(undefined, first === undefined ? [] : texts.map((text) => ({ ...first, text })));
  expect([of("0.2", "0.4"), of("100", "900"), of("-5", "5")]).toEqual([
    { min: 0, max: 0.6 },
    { min: 0, max: 1700 },
    { min: -15, max: 15 },
  ]);
});

test("a bound that rows of a table share is one number, under the values of its column; what rows store is named by its row", () => {
  const row = (id: string, ...[cell = "", ratio = "", output = ""]: readonly string[]) => ({
    id,
    inputs: [cell, ratio],
    outputs: [output],
    reasonCode: "",
  });
  const table: DecisionTableNode = {
    ...newNode("DecisionTable", "table", 0, 0),
    inputColumns: [
      { id: "i0", formula: "application.f_age" },
      { id: "i1", formula: "runtime.total / 2" },
    ],
    outputColumns: [{ id: "o0", resultField: "total" }],
    tableRows: [row("r0", "[25..65)", "< 0.5", "100"), row("r1", "[18..25)", "-", "= runtime.total * 2")],
    defaultRows: [{ id: "d", inputs: [], outputs: ["0"], reasonCode: "" }],
  };
  const named = (key: string, name: string) => ({ key, name, type: "Integer", description: "", required: false }) as const;
  const withTable = {
    ...definition,
    solutionDefinition: { ...definition.solutionDefinition, nodes: [...definition.solutionDefinition.nodes, table] },
    applicationDatasetFields: [named("f_age", "age")],
    runtimeDatasetFields: [named("total", "total")],
  };
  const group = groupsOf(withTable).find((one) => one.key === "table");
  expect(group).toMatchObject({ kind: "table", says: "2 rows, first match" });
  expect(group?.thresholds.map(({ says, field: compared, path, also }) => [says, compared, path, also])).toEqual([
    ["age 18 in row 2", "application.age", "tableRows.1.inputs.0.0", []],
    ["age 25 in 2 rows", "application.age", "tableRows.0.inputs.0.0", ["tableRows.1.inputs.0.1"]],
    ["age 65 in row 1", "application.age", "tableRows.0.inputs.0.1", []],
    ["total / 2 0.5 in row 1", undefined, "tableRows.0.inputs.1.0", []],
    ["total 100 in row 1", undefined, "tableRows.0.outputs.0.0", []],
    ["total 0 in the default row", undefined, "defaultRows.0.outputs.0.0", []],
  ]);
  expect(byField(group?.thresholds ?? []).map((one) => one.thresholds.length)).toEqual([3, 1, 2]);
});

test("numbers inside sub-flows are listed with the names of their nodes, under the values of the fields that inputs are set from", () => {
  const call = {
    ...newNode("SubFlow", "call", 0, 0),
    label: "Affordability",
    versionId: "v1",
    subFlowInputs: [{ field: "age", datasource: "Application", fieldKey: "years" } as const],
  };
  const called: Definition = { ...definition, applicationDatasetFields: [{ key: "age", name: "age", type: "Integer", required: true }] };
  const flow: Definition = {
    ...definition,
    solutionDefinition: { nodes: [start, call, end], links: [], zoom: 100 },
    applicationDatasetFields: [{ key: "years", name: "years", type: "Integer", required: true }],
    subFlows: [{ versionId: "v1", name: "1", solutionId: "s", solutionName: "Check", behaviour: 5, definition: called }],
  };
  const groups = groupsOf(flow);
  expect(groups.map(({ key, name }) => [key, name])).toEqual([
    ["links of call/start", "Affordability, Start"],
    ["call/score", "Affordability, Range Score"],
  ]);
  // What the sub-flow computes is in no result.
  expect(groups[0]?.thresholds.map(({ says, field: compared }) => [says, compared])).toEqual([
    ["total >= 480", undefined],
    ["age >= 18", "application.years"],
    ["total < 360", undefined],
  ]);
  expect(countedIn(groups[1], fields)).toEqual({ focus: "call/score", values: [] });
  expect(groups.flatMap(({ thresholds }) => thresholds).every(isInside)).toBe(true);
});
