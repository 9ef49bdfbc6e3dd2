import { storeValue } from "../compile/assignment.ts";
import { toFloat } from "../number.ts";
import type { OperationOf } from "../program/program.ts";
import { NamedValues } from "../run/named-values.ts";
import { readSlot } from "../run/read-slot.ts";
import type { State } from "../run/state.ts";
import type { Value } from "../types.ts";
import type { EngineKind } from "./kind.ts";

/** [EF8] More reasons than this are not reasons. */
export const mostReasonCodes = 100;

export const prediction: EngineKind<"Prediction"> = {
  lower: (node, lowering) => {
    const target = lowering.numberSlot("Runtime", node.scoreField);
    const inputs = node.inputFields.flatMap(({ name, datasource, fieldKey }) => {
      const slot = lowering.slot(datasource, fieldKey);
      return slot === undefined ? [] : [{ name, slot }];
    });
    return target && { kind: "Prediction", config: node.config, model: node.model, inputs, target };
  },
  compile: ({ config, model, inputs, target }, { nodeId }) => ({
    timeoutMillis: 0,
    ask: (state, effects) => {
      try {
        const { score, reasonCodes } = effects.predict({ nodeId, config, model, inputs: collect(state, inputs) });
        const inForm = toFloat(score);
        if (inForm === inForm) return [inForm, ...reasonCodes.slice(0, mostReasonCodes)];
        state.fail("PREDICTION_FAILED", "The prediction's score is not a number that can be kept.");
      } catch (failure) {
        state.failEffect(failure, "PREDICTION_FAILED");
      }
      return undefined;
    },
    takeIn: (state, [score, ...reasonCodes]) => {
      storeValue(state, target, "Float", typeof score === "number" ? score : NaN);
      if (state.fault === undefined) for (const code of reasonCodes) if (typeof code === "string") state.giveReason(code);
    },
  }),
};

function collect(state: State, inputs: OperationOf<"Prediction">["inputs"]): Readonly<Record<string, Value>> {
  const values = new NamedValues();
  for (const { name, slot } of inputs) values[name] = readSlot(state, slot);
  return values;
}
