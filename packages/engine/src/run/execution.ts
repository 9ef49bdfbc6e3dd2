import { stringCode } from "../compile/field-code.ts";
import type { CompiledPlan } from "../compile/plan.ts";
import type { PlanInput } from "../input/plan-input.ts";
import type { Execution, ExecutionError } from "../types.ts";
import type { Answer } from "./effect-step.ts";
import { faultMessage } from "../fault.ts";
import { NamedValues } from "./named-values.ts";
import type { State } from "./state.ts";

/** What a record is made of: positions of the plan, nothing by name. */
export class ExecutionRecord {
  readonly input: PlanInput;
  readonly state: State;
  readonly answers: readonly Answer[];
  readonly error: ExecutionError | undefined;

  constructor(input: PlanInput, state: State, answers: readonly Answer[], error: ExecutionError | undefined) {
    this.input = input;
    this.state = state;
    this.answers = answers;
    this.error = error;
  }
}

/** Runtime values by name; missing ones are absent. */
function outcomeValues({ outcomeNames, outcomeCodes }: CompiledPlan, { numbers, texts }: State): Readonly<Record<string, string | number>> {
  const data = new NamedValues() as Record<string, string | number>; // only values that are there are put in below
  for (let i = 0; i < outcomeCodes.length; i += 1) {
    const code = outcomeCodes[i] ?? 0;
    const value = (code & 3) === stringCode ? texts[code >> 2] : numbers[code >> 2];
    // NaN, a missing number, is not itself; a missing text is undefined.
    if (value !== undefined && value === value) data[outcomeNames[i] ?? ""] = value;
  }
  return data;
}

const noAnswers: readonly Answer[] = [];

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
