import { draw, node } from "../testing/draw.ts";
import { expect, test } from "vitest";
import { definitionOf } from "../document/flow-document.ts";
import { caseFromExecution, type PastExecution } from "./case-from-execution.ts";

const definition = definitionOf(
  draw({
    application: { age: "Integer", gone: "String" },
    runtime: { score: "Float", risk: "Float", result: "String" },
    nodes: [
      node("WebCall", "bureau", {
        url: "https://bureau.test",
        responseMapping: [{ datasetType: "runtime", fieldName: "score", param: "$.report.score" }],
      }),
      node("Prediction", "model", { config: "p", scoreField: "risk" }),
    ],
    links: ["start -> bureau", "bureau -> model", "model -> end"],
  }),
);
const solution = { ...definition, applicationDatasetFields: definition.applicationDatasetFields.filter(({ name }) => name !== "gone") };
const step = { reasonCodes: [], changes: [] };
const execution: PastExecution = {
  webSafeString: "E1",
  status: "completed",
  applicationData: { age: 30, gone: "x" },
  runtimeData: { score: 620, risk: 0.2, result: "Approve" },
  reasonCodes: ["R1"],
  steps: [
    // It had the same value before, so nothing changed.
    { ...step, nodeId: "bureau" },
    { ...step, nodeId: "model", reasonCodes: ["R1"] },
  ],
  executionEvents: [
    { id: "bureau", action: "triggered", runtimeData: {} },
    { id: "bureau", action: "left", runtimeData: { score: 620 } },
    { id: "model", action: "left", runtimeData: { score: 620, risk: 0.2 } },
  ],
  definition,
};

test("an execution becomes a case with its recorded web calls and scores, and names the execution", () => {
  expect(caseFromExecution("one", "Execution", execution, solution)).toEqual({
    id: "one",
    name: "Execution",
    input: { age: "30" },
    expect: { status: "completed", runtimeData: { score: 620, risk: 0.2, result: "Approve" }, reasonCodes: ["R1"] },
    webCalls: { bureau: { status: 200, body: '{"report":{"score":620}}' } },
    predictions: { model: { score: 0.2, reasonCodes: ["R1"] } },
    executionId: "E1",
  });
});

test("a web call that failed fails in the case, by whatever code", () => {
  const error = { code: "WEB_CALL_TIMEOUT", nodeId: "bureau", message: "" };
  const failed = { ...execution, status: "failed", error, runtimeData: {}, steps: [{ ...step, nodeId: "bureau", error }] } as const;
  expect(caseFromExecution("one", "Execution", failed, solution)).toMatchObject({
    expect: { status: "failed" },
    webCalls: { bureau: { status: 500 } },
  });
  expect(caseFromExecution("one", "Execution", failed, solution).expect.error).toBeUndefined();
});

test("nodes that the solution no longer has need no response", () => {
  const { nodes } = solution.solutionDefinition;
  const without = { ...solution, solutionDefinition: { ...solution.solutionDefinition, nodes: nodes.filter(({ id }) => id !== "bureau") } };
  expect(caseFromExecution("one", "Execution", execution, without).webCalls).toBeUndefined();
});

test("web calls and scores inside sub-flows have the ids of their nodes in executions", () => {
  const call = { ...node("SubFlow", "call"), versionId: "v" };
  const named = { versionId: "v", name: "1", solutionId: "s", solutionName: "Risk", behaviour: 1 };
  const outer = {
    ...definitionOf(
      draw({ application: { age: "Integer" }, runtime: { result: "String" }, nodes: [call], links: ["start -> call", "call -> end"] }),
    ),
    subFlows: [{ ...named, definition }],
  };
  const inside: PastExecution = {
    ...execution,
    steps: execution.steps.map((one) => ({ ...one, nodeId: `call/${one.nodeId}` })),
    executionEvents: execution.executionEvents.map((event) => ({ ...event, id: `call/${event.id}` })),
    definition: outer,
  };
  const made = caseFromExecution("one", "Execution", inside, outer);
  expect(made.webCalls).toEqual({ "call/bureau": { status: 200, body: '{"report":{"score":620}}' } });
  expect(made.predictions).toEqual({ "call/model": { score: 0.2, reasonCodes: ["R1"] } });
  const error = { code: "WEB_CALL_TIMEOUT", nodeId: "call/bureau", message: "" };
  expect(caseFromExecution("one", "Execution", { ...inside, status: "failed", error }, outer).expect.error).toBeUndefined();
});
