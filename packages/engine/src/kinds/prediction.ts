import { storeNumber } from "../compile/assignment.ts";
import { toFloat } from "../number.ts";
import type { State } from "../run/state.ts";
import { EffectFailure } from "../run/effect-failure.ts";
import { readSlot } from "../run/read-slot.ts";
import type { Value } from "../types.ts";
import type { EngineKind } from "./kind.ts";

export const prediction: EngineKind<"Prediction"> = {
  lower: (node, lowering) => {
    const target = lowering.numberSlot("Runtime", node.scoreField);
    const inputs = node.inputFields.flatMap(({ name, datasource, fieldKey }) => {
      const slot = lowering.slot(datasource, fieldKey);
      return slot === undefined ? [] : [{ name, slot }];
    });
    return target && { kind: "Prediction", config: node.config, model: node.model, inputs, target };
  },
  compile: ({ config, model, inputs, target }, nodeId) => {
    let score = NaN;
    const store = storeNumber(target, "Float", () => score);
    return {
      timeoutMillis: 0,
      ask: (state, effects) => {
        try {
          const answer = effects.predict({ nodeId, config, model, inputs: collect(state, inputs) });
          if (!Number.isFinite(toFloat(answer.score))) throw new EffectFailure("PREDICTION_FAILED", "The score is not a number.");
          return [toFloat(answer.score), ...answer.reasonCodes];
        } catch (failure) {
          state.fail("PREDICTION_FAILED");
          state.faultDetail = failure instanceof EffectFailure ? failure.message : undefined;
          return undefined;
        }
      },
      takeIn: (state, [first, ...reasonCodes]) => {
        score = typeof first === "number" ? first : NaN;
        store(state);
        if (state.fault === undefined) for (const code of reasonCodes) if (typeof code === "string") state.giveReason(code);
      },
    };
  },
};

function collect(state: State, inputs: readonly { readonly name: string; readonly slot: Parameters<typeof readSlot>[1] }[]) {
  const values: Record<string, Value> = Object.create(null) as Record<string, Value>; // no prototype: names are the user's
  for (const { name, slot } of inputs) values[name] = readSlot(state, slot);
  return values;
}
