import { emptyDefinition, type SubFlow } from "@airlock/flow";
import { expect, test } from "vitest";
import type { FlowDocument } from "../document/flow-document.ts";
import { draw, node } from "../testing/draw.ts";
import { chooseSubFlow } from "./sub-flows.ts";

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

function after(before: FlowDocument, id: string, subFlow: SubFlow): FlowDocument {
  const executed = chooseSubFlow(id, subFlow)(before);
  if (!executed.ok) throw new Error(executed.refusal.reason);
  return executed.document;
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

test("another version keeps the rows of its fields, and copies that no node runs are removed", () => {
  const both = after(after(document, "call", first), "other", first);
  const one = after(both, "call", second);
  expect(one.subFlows.map(({ versionId }) => versionId)).toEqual(["v1", "v2"]);
  expect(one.nodes.get("call")).toMatchObject({
    subFlowInputs: [
      { field: "debts", datasource: "Application", fieldKey: "" },
      { field: "age", datasource: "Runtime", fieldKey: "age" },
    ],
    subFlowOutputs: [{ field: "limit", resultField: "limit" }],
  });
  expect(after(one, "other", second).subFlows).toEqual([second]);
});

test("a node of another kind runs no version", () => {
  expect(chooseSubFlow("start", first)(document)).toMatchObject({ ok: false, refusal: { code: "KIND_DIFFERS" } });
});
