import type { OpenLists } from "@airlock/backend/lists";
import { EffectFailure, type Effects } from "@airlock/engine";
import { askModel } from "../prediction/ask-model.ts";
import type { NodeModels } from "../prediction/models-for.ts";

/** The models and lists that ran, in this process. A flow with web calls is not run over rows at all. */
export function modelsAndLists(models: NodeModels, list: OpenLists): Effects {
  return {
    webCall: () => Promise.reject(new EffectFailure("WEB_CALL_FAILED", "Experiments make no web calls.", { unanswered: true })),
    predict: (request) => askModel(models, request),
    list,
  };
}
