import type { ListVersion, PredictionRequest, PredictionResponse, WebCallRequest, WebCallResponse } from "../types.ts";

/** The host's effects, all synchronous. A failure is thrown, as an `EffectFailure` or otherwise. */
export interface ReferenceEffects {
  readonly webCall: (request: WebCallRequest) => WebCallResponse;
  readonly predict: (request: PredictionRequest) => PredictionResponse;
  readonly today?: () => number;
  readonly list?: (listId: string) => ListVersion | undefined;
}
