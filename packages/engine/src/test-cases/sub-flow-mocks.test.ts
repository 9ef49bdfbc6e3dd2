import {
  emptyDefinition,
  newLink,
  newNode,
  type Definition,
  type FlowNode,
  type SubFlowNode,
  type TestCase,
  type WebCallNode,
} from "@airlock/flow";
import { expect, test } from "vitest";
import { runCases } from "./run-cases.ts";

function inARow(middle: FlowNode): Definition {
  const [start, end] = [newNode("Start", "start", 0, 0), newNode("End", "end", 0, 0)];
  return {
    ...emptyDefinition(),
    solutionDefinition: { nodes: [start, middle, end], links: [newLink("a", start, middle), newLink("b", middle, end)], zoom: 100 },
    runtimeDatasetFields: [{ key: "score", name: "score", type: "Integer", required: false }],
  };
}

const web: WebCallNode = {
  ...newNode("WebCall", "web", 0, 0),
  label: "Bureau",
  url: "https://bureau.test",
  responseMapping: [{ datasetType: "runtime", fieldName: "score", param: "$.score" }],
};
const call: SubFlowNode = {
  ...newNode("SubFlow", "call", 0, 0),
  versionId: "v",
  subFlowOutputs: [{ field: "score", resultField: "score" }],
};
const named = { versionId: "v", name: "1", solutionId: "s", solutionName: "Bureau", behaviour: 1 };
const flow: Definition = { ...inARow(call), subFlows: [{ ...named, definition: inARow(web) }] };
const mock = (score: number) => ({ status: 200, body: JSON.stringify({ score }) });
const one: TestCase = { id: "c", name: "c", input: {}, expect: { runtimeData: { score: 620 } } };

test("mock responses of a case, or else of the solution, replace web calls inside sub-flows", async () => {
  const outcome = async (definition: Definition, given: TestCase) => {
    const ran = await runCases(definition, [given]);
    const run = ran.ok ? ran.runs.get("c") : undefined;
    if (run?.ran !== true) throw new Error("The case did not run.");
    return run;
  };
  const ofCase = await outcome(flow, { ...one, webCalls: { "call/web": mock(620) } });
  expect([ofCase.passed, ofCase.execution.linksTaken]).toEqual([true, ["a", "b", "call/a", "call/b"]]);
  const saved = { ...flow, mocks: { webCalls: { "call/web": mock(610) }, predictions: {} } };
  expect((await outcome(saved, one)).execution.runtimeData).toEqual({ score: 610 });
  expect((await outcome(saved, { ...one, webCalls: { "call/web": mock(620) } })).passed).toBe(true);
  // The id within the sub-flow's own definition is another node.
  expect((await outcome(flow, { ...one, webCalls: { web: mock(620) } })).execution.error).toEqual({
    code: "NO_RECORDED_ANSWER",
    nodeId: "call/web",
    message: "There is no mock response for Bureau.",
  });
});
