import type { CompiledPlan } from "../compile/plan.ts";
import type { PlanInput } from "../input/read-input.ts";
import type { Execution, ExecutionError } from "../types.ts";
import type { Answer } from "./effect-step.ts";
import { faultMessage } from "./fault.ts";
import { slotValues } from "./read-slot.ts";
import type { State } from "./state.ts";

/** What a record is made of: positions of the plan, nothing by name. */
export class ExecutionRecord {
  readonly plan: CompiledPlan;
  readonly input: PlanInput;
  readonly state: State;
  readonly answers: readonly Answer[];
  readonly error: ExecutionError | undefined;

  constructor(plan: CompiledPlan, input: PlanInput, state: State, answers: readonly Answer[], error: ExecutionError | undefined) {
    this.plan = plan;
    this.input = input;
    this.state = state;
    this.answers = answers;
    this.error = error;
  }
}

const noAnswers: readonly Answer[] = [];

/** The outcome of a run that ended, or that ended at `failedAt`. */
export function finish(plan: CompiledPlan, input: PlanInput, state: State, failedAt: string, answers = noAnswers): Execution {
  const error =
    state.fault === undefined
      ? undefined
      : { code: state.fault, nodeId: failedAt, message: state.faultDetail ?? faultMessage(state.fault) };
  return {
    status: error === undefined ? "completed" : "failed",
    runtimeData: slotValues(state, plan.program.runtimeSlots),
    reasonCodes: state.reasonCodes,
    error,
    record: new ExecutionRecord(plan, input, state, answers, error),
  };
}
