import { EffectFailure, type Effects } from "@airlock/engine";

/**
 * The one way out: every web call and every prediction of every flow passes here. Nothing else in a runtime may open a connection
 * on behalf of a flow. Both are refused by name until there is a client that checks the address it connects to and a model store;
 * a flow that uses one ends as failed and says so.
 */
export const egress: Effects = {
  webCall: () => Promise.reject(new EffectFailure("WEB_CALL_REFUSED", "Web calls to other systems are not allowed on this installation.")),
  predict: () => {
    throw new EffectFailure("MODEL_NOT_AVAILABLE", "The prediction's model is not on this installation.");
  },
};
