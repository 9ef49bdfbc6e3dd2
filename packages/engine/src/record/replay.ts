import type { CompiledPlan, Step } from "../compile/plan.ts";
import { startState } from "../run/evaluate.ts";
import type { State } from "../run/state.ts";
import { RecordMismatch, type DecodedRecord } from "./decode-record.ts";

export interface Visitor {
  /** Called before a node runs. */
  readonly triggered: (step: Step, state: State) => void;
  /** Called after it, and after its links are settled; not for the node that failed. */
  readonly left: (step: Step, state: State) => void;
  readonly failed: (step: Step, state: State) => void;
}

/** [RE4] Runs a recorded execution again, effects' answers from the record, and tells the visitor what it sees. */
export function replay(plan: CompiledPlan, record: DecodedRecord, visitor: Visitor): State {
  const state = startState(plan, record.input);
  const answers = record.answers.values();
  for (const step of plan.steps) {
    if (state.arrivals[step.node.index] === 0) continue;
    visitor.triggered(step, state);
    if (step.run !== undefined) step.run(state);
    else {
      const answer = answers.next();
      if (answer.done !== true) step.effect?.takeIn(state, answer.value);
      // An effect that failed left its code and no answer.
      else state.fault = record.error?.code ?? "EFFECTS_NEEDED";
    }
    if (state.fault !== undefined) {
      if (record.error?.nodeId !== step.node.id) throw new RecordMismatch("The record ended at another node than this version does");
      visitor.failed(step, state);
      return state;
    }
    step.leave(state);
    visitor.left(step, state);
  }
  if (record.error !== undefined) throw new RecordMismatch("The record failed where this version does not");
  return state;
}
