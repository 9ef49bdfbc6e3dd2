import { EffectFailure, type PredictionRequest, type PredictionResponse } from "@airlock/engine";
import { answerOf } from "@airlock/model";
import type { NodeModels } from "./models-for.ts";

/** Evaluates a Prediction node in this process. */
export function askModel(models: NodeModels, { nodeId, inputs, reasonCodes }: PredictionRequest): PredictionResponse {
  const model = models.get(nodeId);
  if (model === undefined || typeof model === "string") {
    throw new EffectFailure("MODEL_NOT_AVAILABLE", model ?? "The prediction's model is not here.");
  }
  return answerOf(model, inputs, reasonCodes);
}
