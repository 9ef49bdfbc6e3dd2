import { findSubFlow, newNode, type Definition, type SubFlowNode } from "@airlock/flow";
import { expect, test } from "vitest";
import { chooseSubFlow } from "../../commands/sub-flows.ts";
import { definitionOf } from "../../document/flow-document.ts";
import type { SubFlowChoices } from "../../react/index.ts";
import type { Editor } from "../../session/editor.ts";
import { violationsIn } from "../../testing/react/axe.ts";
import { mountEditor } from "../../testing/react/mount-editor.tsx";
import { Panels } from "../../testing/react/panels.ts";
import { gone, seen } from "../../testing/react/seen.ts";
import { affordability1, affordability2, loan } from "../../testing/sub-flow.ts";

const panels = new Panels();
const flow = definitionOf(loan);

function callOf(editor: Editor): SubFlowNode {
  const node = editor.state.document.nodes.get("call");
  if (node?.type !== "SubFlow") throw new Error("no Sub-flow node");
  return node;
}

function choices(changes: Partial<SubFlowChoices> = {}): SubFlowChoices {
  return { choose: () => undefined, newer: new Map(), deleted: new Set(), update: () => Promise.resolve(), ...changes };
}

test("a node without a version leads to the choice of one, and has nothing to map", async () => {
  const chosen: string[] = [];
  const { solutionDefinition } = flow;
  const nodes = [...solutionDefinition.nodes, newNode("SubFlow", "empty", 40, 300)];
  const definition: Definition = { ...flow, solutionDefinition: { ...solutionDefinition, nodes } };
  await mountEditor(definition, { subFlows: choices({ choose: (nodeId) => chosen.push(nodeId) }) });
  await panels.select("empty");
  await seen(panels.details.getByText("No version chosen yet"));
  await gone(panels.button("Add input"));
  await gone(panels.button("Open sub-flow"));
  await panels.button("Choose version").click();
  expect(chosen).toEqual(["empty"]);
});

test("inputs have the sub-flow's fields with their types, and take fields that fit or a value", async () => {
  const { editor } = await mountEditor(flow, { subFlows: choices() });
  await panels.select("call");
  await seen(panels.details.getByText("Affordability", { exact: true }));
  expect(panels.offered("Input 1 of the sub-flow")).toEqual(["Choose", "income", "age"]);
  await seen(panels.details.getByRole("group", { name: "Input 2" }).getByText("Integerrequired"));
  // Only an Integer fits age.
  expect(panels.offered("Input 2 value")).toEqual(["Choose a field", "limit", "New runtime field…"]);
  await panels.field("Input 2 value source").selectOptions("Literal");
  await panels.typed("Input 2 value", "21");
  expect(callOf(editor).subFlowInputs[1]).toEqual({ field: "age", datasource: "Literal", fieldKey: "21" });
  expect(await violationsIn("[role=tabpanel] .ep-panel")).toEqual([]);
  await panels.button("Delete input 2").click();
  await seen(panels.details.getByText(/does not map age, which the sub-flow requires/));
  await panels.button("Add the input").click();
  expect(callOf(editor).subFlowInputs[1]).toEqual({ field: "age", datasource: "Application", fieldKey: "" });
});

test("outputs go into runtime fields, and the rest of them into new ones with one press", async () => {
  const { editor } = await mountEditor(flow, { subFlows: choices() });
  await panels.select("call");
  expect(panels.offered("Output 1 field")).toEqual(["Choose a field", "result", "New runtime field…"]);
  await panels.button("Add the rest of the outputs").click();
  const names = new Map(editor.definition.runtimeDatasetFields.map(({ key, name }) => [key, name]));
  expect(callOf(editor).subFlowOutputs.map(({ field, resultField }) => `${field}: ${names.get(resultField) ?? ""}`)).toEqual([
    "grade: result",
    "ratio: ratio",
  ]);
  await gone(panels.button("Add the rest of the outputs"));
  editor.undo();
  expect(editor.definition.runtimeDatasetFields.map(({ name }) => name)).toEqual(["limit", "result"]);
});

test("a newer version is offered; the update is one step, and what it does not have any more is a finding", async () => {
  const { editor } = await mountEditor(flow, {
    subFlows: choices({
      newer: new Map([["afford1", { versionId: "afford2", name: "Version 2" }]]),
      update: (nodeId) => {
        editor.execute(chooseSubFlow(nodeId, affordability2));
        return Promise.resolve();
      },
    }),
  });
  await panels.select("call");
  await seen(panels.details.getByText("Version 2 is available."));
  await panels.button("Update").click();
  await gone(panels.details.getByText("Version 2 is available."));
  expect(editor.state.document.subFlows).toEqual([affordability2]);
  expect(callOf(editor).subFlowInputs.map(({ field }) => field)).toEqual(["income", "age", "years"]);
  await seen(panels.details.getByText(/names age, which Affordability does not have/));
  await panels.button("Delete input 2").first().click();
  editor.undo();
  editor.undo();
  expect(findSubFlow(editor.definition, "afford1")).toEqual(affordability1);
  await seen(panels.details.getByText("Version 2 is available."));
});

test("a deleted version says that its copy still runs, also to those who may only look", async () => {
  await mountEditor(flow, { readOnly: true, subFlows: choices({ deleted: new Set(["afford1"]) }) });
  await panels.select("call");
  await seen(panels.details.getByText("This version was deleted. The copy in this flow still runs."));
  await gone(panels.button("Change version"));
  await gone(panels.button("Add output"));
  await seen(panels.button("Open sub-flow"));
});
