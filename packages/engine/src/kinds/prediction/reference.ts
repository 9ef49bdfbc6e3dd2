import type { PredictionNode } from "@airlock/flow";
import { EffectFailure } from "../../effect-failure.ts";
import type { ReferenceEffects } from "../../reference/effects.ts";
import type { ReferenceKind } from "../../reference/kind.ts";
import type { Memory } from "../../reference/memory.ts";
import { normalise } from "../../reference/numbers.ts";
import { giveReason, type Gathered } from "../../reference/reasons.ts";
import { storeNumber } from "../../reference/store-number.ts";
import type { Held, PredictionResponse, Value } from "../../types.ts";

export const prediction: ReferenceKind<PredictionNode> = { timeoutMillis: () => 0, call: runPrediction };

/** [EF8] */
function runPrediction(node: PredictionNode, memory: Memory, gathered: Gathered, effects: ReferenceEffects): string | undefined {
  const inputs = Object.create(null) as Record<string, Held>; // Object.create returns `any`
  for (const { name, datasource, fieldKey } of node.inputFields)
    inputs[name] = held(memory.type(datasource, fieldKey), memory.get(datasource, fieldKey));
  let response: PredictionResponse;
  try {
    const { id: nodeId, config, model, reasonCodes } = node;
    response = effects.predict({ nodeId, config, model, inputs, reasonCodes }); // [EF11]
  } catch (failure) {
    return failure instanceof EffectFailure ? failure.code : "PREDICTION_FAILED";
  }
  const failure = storeScore(node, response.score, memory);
  if (failure === undefined) for (const code of response.reasonCodes.slice(0, 100)) giveReason(code, gathered);
  return failure;
}

/** [EF13] A Boolean is 1 or 0 to a model, a Date the number of days since 1970-01-01. */
function held(type: string, value: Value): Held {
  if (typeof value === "boolean") return value ? 1 : 0;
  return type === "Date" && typeof value === "string" ? Date.parse(`${value}T00:00:00Z`) / 86_400_000 : value;
}

function storeScore({ scoreField }: PredictionNode, given: number | undefined, memory: Memory): string | undefined {
  if (given === undefined) {
    memory.set("Runtime", scoreField, undefined);
    return undefined;
  }
  const score = normalise(given, Math.abs(given));
  return typeof score === "string" ? "PREDICTION_FAILED" : storeNumber(scoreField, { type: "Float", value: score }, memory);
}
