import {
  EffectFailure,
  type Effects,
  type PredictionRequest,
  type PredictionResponse,
  type WebCallRequest,
  type WebCallResponse,
} from "@airlock/engine";
import type { ReferenceEffects } from "@airlock/engine/reference";
import type { FlowList } from "@airlock/flow";
import { listsOf } from "./generate-lists.ts";
import { Random } from "./random.ts";

const bodies = [
  '{"number": 1.5, "text": "a", "whole": 7, "list": [1, 0.1], "deep": {"__proto__": 3}, "flag": true, "day": "2026-11-17"}',
  '{"number": "2.5", "text": "", "whole": "12", "list": [1, "x"], "deep": {}, "flag": "false", "day": "1969-12-31"}',
  '{"number": null, "whole": 1e15, "text": 12.5, "list": "no", "deep": [], "flag": 1, "day": "2026-02-29"}',
  '{"number": 0.30000000000000004, "whole": -0, "text": "\\ud83c\\udf88", "list": [0, null], "flag": null, "day": ""}',
  "[]",
];

/** Effects whose responses depend only on the request, and that sometimes fail. */
export function world(seed: number, lists: readonly FlowList[] = []): { readonly reference: ReferenceEffects; readonly effects: Effects } {
  const chance = (request: unknown): Random => {
    let hash = seed;
    for (const letter of JSON.stringify(request)) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0;
    return new Random(hash);
  };
  const webCall = (request: WebCallRequest): WebCallResponse => {
    const random = chance(request);
    if (random.chance(0.05)) throw new EffectFailure("WEB_CALL_REFUSED", "Refused.");
    if (random.chance(0.03)) throw new Error("socket hang up");
    if (random.chance(0.05)) return { status: 500, body: "" };
    if (random.chance(0.03)) return { status: 200, body: "<html>" };
    return { status: random.pick([200, 201, 299]), body: random.pick(bodies) };
  };
  const predict = (request: PredictionRequest): PredictionResponse => {
    const random = chance(Object.entries(request.inputs));
    if (random.chance(0.05)) throw new EffectFailure("MODEL_NOT_AVAILABLE", "No such model.");
    if (random.chance(0.05)) return { score: random.pick([NaN, Infinity, 1e15]), reasonCodes: ["P1"] };
    if (random.chance(0.1)) return { score: undefined, reasonCodes: random.pick([[], ["P1"]]) };
    return { score: random.next(), reasonCodes: random.pick([[], ["P1"], ["P1", "R1", "P1"]]) };
  };
  const today = (): number => 20_000 + Math.abs(seed % 1_000);
  const isUnavailable = seed % 30 === 5;
  const { list } = isUnavailable ? listsOf({}) : listsOf({ lists });
  return {
    reference: { webCall, predict, today, list },
    effects: { webCall: async (request) => webCall(request), predict, today, list },
  };
}
