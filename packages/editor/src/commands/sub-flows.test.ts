import { emptyDefinition, type SubFlow, type SubFlowNode } from "@airlock/flow";
import { expect, test } from "vitest";
import type { FlowDocument } from "../document/flow-document.ts";
import { openState } from "../session/editor-state.ts";
import { execute } from "../session/transitions.ts";
import { draw, node } from "../testing/draw.ts";
import type { Command } from "./command.ts";
import { deleteSelection } from "./delete-selection.ts";
import { addInputs, addOutputs, chooseSubFlow, unmappedInputs, unmappedOutputs } from "./sub-flows.ts";

const field = (name: string, type: "String" | "Integer" | "Float", required = false) => ({ key: `k_${name}`, name, type, required });

const first: SubFlow = {
  versionId: "v1",
  name: "1.0",
  solutionId: "s",
  solutionName: "Affordability",
  behaviour: 1,
  definition: {
    ...emptyDefinition(),
    applicationDatasetFields: [field("income", "Float", true), field("country", "Integer"), field("debts", "Float", true)],
    runtimeDatasetFields: [field("limit", "Integer"), field("grade", "String")],
  },
};
const second: SubFlow = {
  ...first,
  versionId: "v2",
  name: "2.0",
  definition: {
    ...first.definition,
    applicationDatasetFields: [field("debts", "Float", true), field("age", "Integer")],
    runtimeDatasetFields: [field("grade", "String"), field("limit", "Integer")],
  },
};

const document = draw({
  application: { income: "Integer", country: "String" },
  runtime: { limit: "Float", age: "Integer", grade: "Integer" },
  nodes: [node("SubFlow", "call", { label: "Sub-flow" }), node("SubFlow", "other", { label: "Own name" })],
  links: ["start -> call", "call -> other", "other -> end"],
});

/** As the editor runs a command: copies that no node runs are removed in the same step. */
function ran(before: FlowDocument, command: Command): FlowDocument {
  const { executed } = execute({ ...openState(emptyDefinition()), document: before }, command, 50);
  if (!executed.ok) throw new Error(executed.refusal.reason);
  return executed.document;
}
const after = (before: FlowDocument, id: string, subFlow: SubFlow): FlowDocument => ran(before, chooseSubFlow(id, subFlow));
function callOf(document: FlowDocument): SubFlowNode {
  const call = document.nodes.get("call");
  if (call?.type !== "SubFlow") throw new Error("no Sub-flow node");
  return call;
}

test("a version is added to the flow, fields of the same name that fit are mapped, and required ones get a row", () => {
  const chosen = after(document, "call", first);
  expect(chosen.subFlows).toEqual([first]);
  expect(chosen.nodes.get("call")).toMatchObject({
    label: "Affordability",
    versionId: "v1",
    versionName: "Affordability 1.0",
    subFlowInputs: [
      { field: "income", datasource: "Application", fieldKey: "income" },
      { field: "debts", datasource: "Application", fieldKey: "" },
    ],
    subFlowOutputs: [{ field: "limit", resultField: "limit" }],
  });
  expect(after(document, "other", first).nodes.get("other")).toMatchObject({ label: "Own name" });
});

test("another version of the same solution keeps all rows, also of a field that it does not have", () => {
  const one = after(after(document, "call", first), "call", second);
  expect(callOf(one)).toMatchObject({
    subFlowInputs: [
      { field: "income", datasource: "Application", fieldKey: "income" },
      { field: "debts", datasource: "Application", fieldKey: "" },
      { field: "age", datasource: "Runtime", fieldKey: "age" },
    ],
    subFlowOutputs: [{ field: "limit", resultField: "limit" }],
  });
});

test("a version of another solution keeps the rows of the fields that it has", () => {
  const one = after(after(document, "call", first), "call", { ...second, solutionId: "another" });
  expect(callOf(one).subFlowInputs.map(({ field }) => field)).toEqual(["debts", "age"]);
});

test("copies that no node runs are removed in the same edit", () => {
  const both = after(after(document, "call", first), "other", first);
  const one = after(both, "call", second);
  expect(one.subFlows.map(({ versionId }) => versionId)).toEqual(["v1", "v2"]);
  expect(after(one, "other", second).subFlows).toEqual([second]);
  const deleted = ran(one, deleteSelection({ nodes: new Set(["other"]), links: new Set() }));
  expect(deleted.subFlows).toEqual([second]);
});

test("the rest of the inputs is added, and the rest of the outputs into fields of their names or new ones", () => {
  const chosen = after(document, "call", first);
  expect(unmappedInputs(callOf(chosen), first).map(({ name }) => name)).toEqual(["country"]);
  const inputs = ran(chosen, addInputs(callOf(chosen), unmappedInputs(callOf(chosen), first)));
  // The caller's country is a String.
  expect(callOf(inputs).subFlowInputs.at(-1)).toEqual({ field: "country", datasource: "Application", fieldKey: "" });
  expect(unmappedInputs(callOf(inputs), first)).toEqual([]);
  const outputs = ran(
    inputs,
    addOutputs(callOf(inputs), unmappedOutputs(callOf(inputs), first), () => "new"),
  );
  // The caller's grade is an Integer, so a new field is added for the result.
  expect(callOf(outputs).subFlowOutputs.at(-1)).toEqual({ field: "grade", resultField: "new" });
  expect(outputs.runtimeFields.at(-1)).toMatchObject({ key: "new", name: "grade_2", type: "String" });
});

test("a node of another kind runs no version", () => {
  expect(chooseSubFlow("start", first)(document)).toMatchObject({ ok: false, refusal: { code: "KIND_DIFFERS" } });
});
