import { compile, encodeRecord, evaluateWithEffects, readInput, type Effects } from "@airlock/engine";
import { emptyDefinition, newLink, newNode, newSetter, newTableRow, type Definition, type FlowNode } from "@airlock/flow";
import { expect, test } from "vitest";
import { readableLists } from "./readable-lists.ts";

const field = (name: string) => ({ key: `k_${name}`, name, type: "String" as const, required: false });
const sets = (id: string, name: string, value: string): FlowNode => ({
  ...newNode("SetState", id, 0, 0),
  setFields: [{ ...newSetter(), leftHandFieldname: `k_${name}`, rightHandFieldname: value }],
});
const table: FlowNode = {
  ...newNode("DecisionTable", "table", 0, 0),
  inputColumns: ["application.k_city", "application.k_region", "runtime.k_grade", "runtime.k_twice"].map((formula, at) => ({
    id: `i${at}`,
    formula,
  })),
  outputColumns: [{ id: "o0", resultField: "k_result" }],
  tableRows: [{ ...newTableRow("r0", 4, 1), inputs: ["Rome", "South", "A", "two"], outputs: ["Approve"] }],
};
const call: FlowNode = {
  ...newNode("WebCall", "call", 0, 0),
  url: "https://example.com/regions",
  responseMapping: [{ datasetType: "application", fieldName: "k_region", param: "$.region" }],
};
const nodes: readonly FlowNode[] = [
  newNode("Start", "start", 0, 0),
  call,
  sets("grade", "grade", "A"),
  sets("one", "twice", "one"),
  sets("two", "twice", "two"),
  table,
  newNode("End", "end", 0, 0),
];
const definition: Definition = {
  ...emptyDefinition(),
  solutionDefinition: {
    ...emptyDefinition().solutionDefinition,
    nodes,
    links: nodes.slice(1).flatMap((node, at) => (nodes[at] === undefined ? [] : [newLink(`l${at}`, nodes[at], node)])),
  },
  applicationDatasetFields: [field("id"), field("region"), field("city")],
  runtimeDatasetFields: [field("result"), field("twice"), field("grade")],
};

test("only fields are read that the record has as the node read them, by their position in the record", async () => {
  const compiled = compile(definition);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled));
  const { plan } = compiled;
  const input = readInput(plan, { id: "1", region: "North", city: "Rome" });
  if (!input.ok) throw new Error(JSON.stringify(input.problems));
  const effects: Effects = {
    webCall: () => Promise.resolve({ status: 200, body: JSON.stringify({ region: "South" }) }),
    predict: () => ({ score: 0, reasonCodes: [] }),
  };
  const record = encodeRecord(await evaluateWithEffects(plan, input.input, effects, AbortSignal.timeout(5_000)));
  const values = JSON.parse(record) as readonly (readonly string[])[];
  const lists = readableLists({ id: "v", name: "v", solutionId: "s", solutionName: "s", definition, plan });
  expect(lists.map(({ columnId, list, index }) => [columnId, values[list - 1]?.[index - 1]])).toEqual([
    ["i0", "Rome"],
    ["i2", "A"],
  ]);
});
