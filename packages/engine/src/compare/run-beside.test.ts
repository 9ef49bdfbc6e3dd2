import {
  emptyDefinition,
  newLink,
  newNode,
  type CalculationNode,
  type FlowNode,
  type PredictionNode,
  type WebCallNode,
} from "@airlock/flow";
import { expect, test } from "vitest";
import { compile } from "../compile/compile.ts";
import { readInput } from "../input/read-input.ts";
import { encodeRecord } from "../record/encode-record.ts";
import { evaluate } from "../run/evaluate.ts";
import { evaluateWithEffects } from "../run/evaluate-with-effects.ts";
import type { Effects, Execution, Plan } from "../types.ts";
import { runBeside } from "./run-beside.ts";

/** Start, the nodes one after the other, End. */
function flow(nodes: readonly FlowNode[], isRequired = false): Plan {
  const all = [newNode("Start", "start", 0, 0), ...nodes, newNode("End", "end", 0, 0)];
  const compiled = compile({
    ...emptyDefinition(),
    solutionDefinition: { nodes: all, links: all.slice(1).map((node, at) => newLink(`l${at}`, all[at] ?? node, node)), zoom: 100 },
    applicationDatasetFields: [
      { key: "id", name: "id", type: "String", required: true },
      ...(isRequired ? [{ key: "more", name: "more", type: "String", required: true } as const] : []),
    ],
    runtimeDatasetFields: [{ key: "score", name: "score", type: "Float", required: false }],
  });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.findings));
  return compiled.plan;
}

function calling(url = "https://bureau.test/${application.id}"): WebCallNode {
  const responseMapping = [{ datasetType: "runtime", fieldName: "score", param: "$.score" }] as WebCallNode["responseMapping"];
  return { ...newNode("WebCall", "call", 0, 0), url, responseMapping };
}

function predicting(model: number): PredictionNode {
  const inputFields = [{ name: "id", datasource: "Application", fieldKey: "id" }] as const;
  return { ...newNode("Prediction", "predict", 0, 0), config: "risk", model, inputFields, scoreField: "score" };
}

function adding(points: string): CalculationNode {
  const calculations = [
    { datasource: "Runtime", fieldKey: "score", operator: "+", level: 0 },
    { datasource: "Literal", fieldKey: points, operator: "+", level: 0 },
  ] as const;
  return { ...newNode("Calculation", "add", 0, 0), resultField: "score", calculations };
}

function setting(points: string): CalculationNode {
  const calculations = [{ datasource: "Literal", fieldKey: points, operator: "+", level: 0 }] as const;
  return { ...newNode("Calculation", "set", 0, 0), resultField: "score", calculations };
}

const never = { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined };
const live: Effects = {
  webCall: () => Promise.resolve({ status: 200, body: '{"score":60}' }),
  predict: ({ model }) => ({ score: model / 4, reasonCodes: [] }),
  // 1970-01-05
  today: () => 4,
};
const notCalled: Pick<Effects, "predict"> = {
  predict: () => {
    throw new Error("The record has it.");
  },
};

async function executed(plan: Plan): Promise<Execution> {
  const read = readInput(plan, { id: "A-1" });
  if (!read.ok) throw new Error("The input is wrong.");
  return plan.needsEffects ? evaluateWithEffects(plan, read.input, live, never) : evaluate(plan, read.input);
}

test("a flow without effects is run at once, and the execution stays as it was", async () => {
  const execution = await executed(flow([setting("1")]));
  const before = encodeRecord(execution);
  const beside = runBeside(execution, flow([setting("2")]), notCalled);
  expect(beside).toMatchObject({ ok: true, other: { status: "completed", runtimeData: { score: 2 } } });
  expect(encodeRecord(execution)).toBe(before);
});

test("web calls are answered by what the execution recorded", async () => {
  const execution = await executed(flow([calling()]));
  const before = encodeRecord(execution);
  expect(await runBeside(execution, flow([calling(), adding("5")]), notCalled)).toMatchObject({
    ok: true,
    other: { runtimeData: { score: 65 } },
  });
  expect(encodeRecord(execution)).toBe(before);
});

test.each([
  ["calls another address", [calling()], [calling("https://other.test/")]],
  ["calls where the live version calls none", [setting("1")], [calling()]],
])("a flow that %s is not comparable", async (_what, own, other) => {
  expect(await runBeside(await executed(flow(own)), flow(other), notCalled)).toEqual({ ok: false, why: "unanswered" });
});

test("a flow that does not accept the input is not comparable", async () => {
  expect(runBeside(await executed(flow([setting("1")])), flow([setting("1")], true), notCalled)).toEqual({ ok: false, why: "unreadable" });
});

test("a recorded prediction is taken, another model is scored", async () => {
  const execution = await executed(flow([predicting(1)]));
  expect(await runBeside(execution, flow([predicting(1), adding("1")]), notCalled)).toMatchObject({
    other: { runtimeData: { score: 1.25 } },
  });
  expect(await runBeside(execution, flow([predicting(2)]), live)).toMatchObject({ other: { runtimeData: { score: 0.5 } } });
});

test("the recorded day is taken, and the host's where the execution used none", async () => {
  const dated = { ...newNode("Formula", "day", 0, 0), formulas: [{ resultField: "score", formula: "day(today())" }] };
  const recorded = await executed(flow([dated]));
  const host = { ...notCalled, today: () => 30 };
  expect(await runBeside(recorded, flow([dated, adding("0.5")]), host)).toMatchObject({ other: { runtimeData: { score: 5.5 } } });
  expect(await runBeside(await executed(flow([setting("1")])), flow([dated]), host)).toMatchObject({
    other: { runtimeData: { score: 31 } },
  });
  expect(await runBeside(await executed(flow([setting("1")])), flow([dated]), notCalled)).toEqual({ ok: false, why: "unanswered" });
});
