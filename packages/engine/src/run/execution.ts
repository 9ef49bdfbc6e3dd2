import { dateText } from "@airlock/flow";
import { typeBits, typeCodes, typeMask } from "../compile/field-code.ts";
import type { CompiledPlan } from "../compile/plan.ts";
import type { PlanInput } from "../input/plan-input.ts";
import type { Execution, ExecutionError, KnownValue, ValuesByName } from "../types.ts";
import type { EffectResult } from "./effect-step.ts";
import { faultMessage } from "../fault.ts";
import { NamedValues } from "./named-values.ts";
import type { State } from "./state.ts";

/** The contents of an execution record: by index in the plan, nothing by name. */
export class ExecutionRecord {
  readonly input: PlanInput;
  readonly state: State;
  readonly answers: readonly EffectResult[];
  readonly error: ExecutionError | undefined;

  constructor(input: PlanInput, state: State, answers: readonly EffectResult[], error: ExecutionError | undefined) {
    this.input = input;
    this.state = state;
    this.answers = answers;
    this.error = error;
  }
}

/** Runtime values by name; missing ones are absent. */
function outcomeValues({ outcomeNames, outcomeCodes }: CompiledPlan, { numbers, texts }: State): ValuesByName {
  const data = new NamedValues() as Record<string, KnownValue>; // only present values are added below
  for (let i = 0; i < outcomeCodes.length; i += 1) {
    const code = outcomeCodes[i] ?? 0;
    const type = code & typeMask;
    const value = type === typeCodes.String ? texts[code >> typeBits] : numbers[code >> typeBits];
    // NaN, a missing number, is not itself; a missing text is undefined.
    if (value !== undefined && value === value)
      data[outcomeNames[i] ?? ""] = type < typeCodes.Boolean ? value : shownNumber(type, Number(value));
  }
  return data;
}

/** [VA6] [VA7] */
function shownNumber(type: number, value: number): boolean | string {
  return type === typeCodes.Boolean ? value === 1 : dateText(value);
}

const noAnswers: readonly EffectResult[] = [];

export function complete(plan: CompiledPlan, input: PlanInput, state: State, answers = noAnswers): Execution {
  return {
    status: "completed",
    runtimeData: outcomeValues(plan, state),
    reasonCodes: state.reasonCodes,
    error: undefined,
    record: new ExecutionRecord(input, state, answers, undefined),
  };
}

/** [ER1] [ER2] */
export function fail(plan: CompiledPlan, input: PlanInput, state: State, nodeId: string, answers = noAnswers): Execution {
  const code = state.fault ?? "";
  const error = { code, nodeId, message: state.faultDetail ?? faultMessage(code) };
  return {
    status: "failed",
    runtimeData: outcomeValues(plan, state),
    reasonCodes: state.reasonCodes,
    error,
    record: new ExecutionRecord(input, state, answers, error),
  };
}
