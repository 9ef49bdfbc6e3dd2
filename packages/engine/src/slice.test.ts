import { newLink, newNode, type Definition, type EasyRuleNode } from "@airlock/flow";
import { expect, it } from "vitest";
import { compile, encodeRecord, evaluate, expandRecord, readInput } from "./index.ts";

const start = newNode("Start", "start", 0, 0);
const rule: EasyRuleNode = {
  ...newNode("EasyRule", "rule", 0, 0),
  conditionFields: [
    {
      conditionalOperator: "&&",
      leftHandDatasource: "Application",
      leftHandFieldname: "f1",
      leftHandType: "Integer",
      operator: "<",
      rightHandDatasource: "Literal",
      rightHandFieldname: "18",
    },
  ],
  thenFields: [
    {
      leftHandDatasource: "Runtime",
      leftHandFieldname: "r1",
      leftHandType: "String",
      operator: "=",
      rightHandDatasource: "Literal",
      rightHandFieldname: "declined",
    },
  ],
};
const end = newNode("End", "end", 0, 0);
const definition: Definition = {
  solutionDefinition: { nodes: [start, rule, end], links: [newLink("l1", start, rule), newLink("l2", rule, end)], zoom: 100 },
  applicationDatasetFields: [{ key: "f1", name: "age", type: "Integer", required: true }],
  runtimeDatasetFields: [{ key: "r1", name: "decision", type: "String", required: false }],
  applicationTestData: [],
};

it("compiles, evaluates, records and expands a small flow", () => {
  const compiled = compile(definition);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.findings));
  const read = readInput(compiled.plan, { age: 17 });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const execution = evaluate(compiled.plan, read.input);
  expect(execution).toMatchObject({ status: "completed", runtimeData: { decision: "declined" }, reasonCodes: [], error: undefined });
  const record = encodeRecord(execution);
  expect(record).toBe('[1,[17],"D",["declined"],[]]');
  const expanded = expandRecord(compiled.plan, record);
  expect(expanded.linksTaken).toEqual(["l1", "l2"]);
  expect(expanded.executionEvents.map(({ id, action }) => `${id} ${action}`)).toEqual([
    "start triggered",
    "start left",
    "rule triggered",
    "rule left",
    "end triggered",
    "end left",
  ]);
});
