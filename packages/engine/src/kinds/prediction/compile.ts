import type { PredictionNode } from "@airlock/flow";
import { toFloat } from "../../number.ts";
import type { Slot } from "../../program/parts.ts";
import { NamedValues } from "../../run/named-values.ts";
import { readSlot, type Values } from "../../run/read-slot.ts";
import type { Held } from "../../types.ts";
import type { EngineKind } from "../kind.ts";

export interface PredictionOperation {
  readonly kind: "Prediction";
  readonly config: string;
  readonly model: number;
  readonly inputs: readonly { readonly name: string; readonly slot: Slot }[];
  /** How many reason codes of its score it returns. */
  readonly reasonCodes: number;
  readonly target: Slot;
}

/** [EF8] More reasons than this are not reasons. */
const maxReasonCodes = 100;

export const prediction: EngineKind<PredictionNode, PredictionOperation> = {
  lower: (node, lowering) => {
    const target = lowering.numberSlot("Runtime", node.scoreField);
    const inputs = node.inputFields.flatMap(({ name, datasource, fieldKey }) => {
      const slot = lowering.slot(datasource, fieldKey);
      return slot === undefined ? [] : [{ name, slot }];
    });
    const { config, model, reasonCodes } = node;
    return target && { kind: "Prediction", config, model, inputs, reasonCodes, target };
  },
  reads: ({ inputs }) => inputs.map(({ slot }) => slot),
  writes: ({ target }) => [{ target, literals: undefined }],
  compile: ({ config, model, inputs, reasonCodes: limit, target }, { nodeId }) => ({
    timeoutMillis: 0,
    request: { effect: "predict", config, model, inputs },
    callHost: (state, effects) => {
      try {
        const { score, reasonCodes } = effects.predict({ nodeId, config, model, inputs: collectInputs(state, inputs), reasonCodes: limit });
        const inForm = score === undefined ? null : toFloat(score);
        if (inForm === inForm) return reasonCodes.length === 0 ? [inForm] : [inForm, ...reasonCodes.slice(0, maxReasonCodes)];
        state.fail("PREDICTION_FAILED", "The prediction's score is not a number that can be kept.");
      } catch (failure) {
        state.failEffect(failure, "PREDICTION_FAILED");
      }
      return undefined;
    },
    applyResult: (state, answer) => {
      const score = answer[0];
      state.numbers[target.place] = typeof score === "number" ? score : NaN;
      for (let at = 1; at < answer.length; at += 1) {
        const code = answer[at];
        if (typeof code === "string") state.giveReason(code);
      }
    },
  }),
  explain: () => ({}),
};

/** The inputs of the model: the current values of the fields. */
export function collectInputs(state: Values, inputs: PredictionOperation["inputs"]): Readonly<Record<string, Held>> {
  const values = new NamedValues() as Record<string, Held>; // only these values are added below
  for (const { name, slot } of inputs) values[name] = readSlot(state, slot);
  return values;
}
