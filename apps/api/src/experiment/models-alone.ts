import { EffectFailure, type Effects } from "@airlock/engine";
import { askModel } from "../prediction/ask-model.ts";
import type { NodeModels } from "../prediction/models-for.ts";

/** The models that ran, asked in this process; a flow that calls anybody is not run over records at all. */
export function modelsAlone(models: NodeModels): Effects {
  return {
    webCall: () => Promise.reject(new EffectFailure("WEB_CALL_FAILED", "Experiments make no web calls.", { unanswered: true })),
    predict: (request) => askModel(models, request),
  };
}
