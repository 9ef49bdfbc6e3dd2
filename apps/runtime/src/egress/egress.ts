import { EffectFailure, type Effects } from "@airlock/engine";
import { answerOf, lookUp } from "@airlock/model";
import { EgressRefusal, withSecrets, type Egress } from "@airlock/platform/egress";
import type { Models } from "../model/models.ts";
import type { ScoreTables } from "../scores/scores.ts";
import type { Secrets } from "../secret/secrets.ts";

const none: readonly string[] = [];

/**
 * The only way out of a runtime for flows: every web call and prediction passes through here, and no other code may open a connection on behalf of a
 * flow. Predictions are scored in this process; if the model is not loaded, the execution fails with an error that says so.
 */
export function createEffects(
  egress: Egress,
  secrets: Pick<Secrets, "find">,
  models: Pick<Models, "find">,
  scores: Pick<ScoreTables, "find">,
): (organisationId: string) => Effects {
  return (owner) => ({
    webCall: async ({ method, url, headers, body, timeoutMillis }, signal) => {
      try {
        const filled = withSecrets({ method, url, headers, body, timeoutMillis, owner }, (name) => secrets.find(owner, name));
        return filled.clean(await egress.call(filled.call, signal));
      } catch (failure) {
        if (failure instanceof EgressRefusal) throw new EffectFailure(failure.code, failure.message, { cause: failure });
        throw failure;
      }
    },
    predict: ({ config, model, inputs, reasonCodes }) => {
      const predictor = models.find(owner, config, model);
      if (predictor === undefined) {
        const table = scores.find(owner, config, model);
        if (table !== undefined) return { score: lookUp(table, inputs), reasonCodes: none };
        throw new EffectFailure("MODEL_NOT_AVAILABLE", `Model ${model} of the prediction is not on this runtime.`);
      }
      return answerOf(predictor, inputs, reasonCodes);
    },
    today: () => Math.floor(Date.now() / 86_400_000),
  });
}
