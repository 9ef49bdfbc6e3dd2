import type { Output, Slot } from "../program/parts.ts";
import type { Effects } from "../types.ts";
import type { State } from "./state.ts";

/** The result of an effect, as the execution record stores it: enough to run the flow again without the effect. */
export type EffectResult = readonly (string | number | null)[];

/** Which of the host's effects a node calls, and what is needed to reconstruct the request from a record. */
type EffectRequest =
  | { readonly effect: "today" }
  | { readonly effect: "webCall"; readonly outputs: readonly Output[]; readonly continues: boolean }
  | {
      readonly effect: "predict";
      readonly config: string;
      readonly model: number;
      readonly inputs: readonly { readonly name: string; readonly slot: Slot }[];
    };

/**
 * A node with an effect. Requesting the effect and applying its response are separate, so that a replay only applies recorded responses.
 */
export interface EffectStep {
  readonly timeoutMillis: number;
  readonly request: EffectRequest;
  /** On a fault, sets it in the state and returns undefined. */
  readonly callHost: (state: State, effects: Effects, signal: AbortSignal) => Promise<EffectResult | undefined> | EffectResult | undefined;
  readonly applyResult: (state: State, answer: EffectResult) => void;
}

export interface CallFailure {
  readonly code: string;
  readonly message: string;
}

/** [EF12] [RE3] The failure of a web call after which the flow continued: code and message are behind the values of its outputs. */
export function failureIn({ request }: Pick<EffectStep, "request">, answer: EffectResult): CallFailure | undefined {
  if (request.effect !== "webCall" || answer.length <= request.outputs.length) return undefined;
  const [code, message] = answer.slice(request.outputs.length).map(String);
  return { code: code ?? "", message: message ?? "" };
}
