import { emptyDefinition, newLink, newNode, type CalculationNode, type PredictionNode } from "@airlock/flow";
import { expect, test } from "vitest";
import { compile } from "../compile/compile.ts";
import { readInput } from "../input/read-input.ts";
import { EffectFailure } from "../effect-failure.ts";
import { evaluateWithEffects } from "../run/evaluate-with-effects.ts";
import type { Effects, Plan } from "../types.ts";
import { encodeRecord } from "./encode-record.ts";
import { recordedPredictions } from "./recorded-predictions.ts";

function asking(id: string, model: number): PredictionNode {
  return {
    ...newNode("Prediction", id, 0, 0),
    config: "risk",
    model,
    inputFields: [
      { name: "__proto__", datasource: "Application", fieldKey: "city" },
      { name: "sum", datasource: "Runtime", fieldKey: "sum" },
    ],
    scoreField: "sum",
  };
}

function setting(id: string, fieldKey: string): CalculationNode {
  const calculations = [{ datasource: "Literal", fieldKey, operator: "+", level: 0 }] as const;
  return { ...newNode("Calculation", id, 0, 0), resultField: "sum", calculations };
}

/** The score of the first is an input of the second; at the end the field has another value than either. */
function flow(): Plan {
  const [start, end] = [newNode("Start", "start", 0, 0), newNode("End", "end", 0, 0)];
  const [first, second] = [asking("first", 1), asking("second", 2)];
  const nodes = [start, setting("before", "7"), first, second, setting("after", "99"), end];
  const compiled = compile({
    ...emptyDefinition(),
    solutionDefinition: { nodes, links: nodes.slice(1).map((node, at) => newLink(`l${at}`, nodes[at] ?? start, node)), zoom: 100 },
    applicationDatasetFields: [{ key: "city", name: "city", type: "String", required: false }],
    runtimeDatasetFields: [{ key: "sum", name: "sum", type: "Float", required: false }],
  });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.findings));
  return compiled.plan;
}

const never = { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined };

async function recordOf(plan: Plan, predict: Effects["predict"]): Promise<string> {
  const read = readInput(plan, { city: "Bern" });
  if (!read.ok) throw new Error("The input is wrong.");
  const webCall: Effects["webCall"] = () => Promise.reject(new Error("Nobody calls."));
  return encodeRecord(await evaluateWithEffects(plan, read.input, { webCall, predict }, never));
}

test("inputs are the values that the fields had at that moment", async () => {
  const plan = flow();
  const record = await recordOf(plan, ({ model }) => ({ score: model / 4, reasonCodes: [] }));
  const predictions = recordedPredictions(plan, record);
  expect(predictions.map(({ nodeId, config, model, score }) => [nodeId, config, model, score])).toEqual([
    ["first", "risk", 1, 0.25],
    ["second", "risk", 2, 0.5],
  ]);
  expect(predictions.map(({ inputs }) => [Object.getOwnPropertyDescriptor(inputs, "__proto__")?.value, inputs["sum"]])).toEqual([
    ["Bern", 7],
    ["Bern", 0.25],
  ]);
});

test("a prediction that failed was not given", async () => {
  const plan = flow();
  const record = await recordOf(plan, ({ model }) => {
    if (model === 2) throw new EffectFailure("MODEL_NOT_AVAILABLE", "It is not there.");
    return { score: 0.75, reasonCodes: ["R1"] };
  });
  expect(recordedPredictions(plan, record).map(({ nodeId, score }) => [nodeId, score])).toEqual([["first", 0.75]]);
});
