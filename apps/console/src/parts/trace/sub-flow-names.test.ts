import { emptyDefinition, newNode, type Definition } from "@airlock/flow";
import { expect, test } from "vitest";
import { callsAround, subFlowNames } from "./sub-flow-names.ts";

function calling(id: string, label: string, definition: Definition): Definition {
  const call = { ...newNode("SubFlow", id, 0, 0), label, versionId: "v", versionName: "Check 1" };
  const subFlow = { versionId: "v", name: "1", solutionId: "s", solutionName: "Check", behaviour: 5, definition };
  const { solutionDefinition, ...rest } = emptyDefinition();
  return { ...rest, solutionDefinition: { ...solutionDefinition, nodes: [call] }, subFlows: [subFlow] };
}

test("sub-flow nodes are named at every depth, one without a name by its version", () => {
  const flow = calling("outer", "Affordability", calling("inner", "", emptyDefinition()));
  expect([...subFlowNames(flow)]).toEqual([
    ["outer", "Affordability"],
    ["outer/inner", "Check 1"],
  ]);
  expect([...subFlowNames(undefined)]).toEqual([]);
});

test("a step is inside of the nodes that its id begins with", () => {
  expect(callsAround("outer/inner/score")).toEqual(["outer", "outer/inner"]);
  expect(callsAround("score")).toEqual([]);
});
