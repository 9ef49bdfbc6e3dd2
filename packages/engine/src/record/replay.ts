import { take } from "../compile/leaving.ts";
import type { CompiledPlan } from "../compile/plan.ts";
import type { Step } from "../compile/step.ts";
import { failureIn, type CallFailure } from "../run/effect-step.ts";
import { readSlot } from "../run/read-slot.ts";
import { runBytecode } from "../run/run-bytecode.ts";
import type { State } from "../run/state.ts";
import { RecordMismatch, type DecodedRecord } from "./decode-record.ts";

export interface Visitor {
  /** Called before a node runs. */
  readonly triggered: (step: Step, state: State) => void;
  /**
   * Called after the node ran and its links were decided; not for the node that failed. `failure` is of a web call after which the flow
   * continued.
   */
  readonly left: (step: Step, state: State, failure: CallFailure | undefined) => void;
  readonly failed: (step: Step, state: State) => void;
}

/**
 * [RE4] Runs a recorded execution again, node by node, with the effects' responses from the record, and calls the visitor for each step.
 */
export function replay(plan: CompiledPlan, record: DecodedRecord, visitor: Visitor): void {
  const state = record.input.startState();
  const answers = record.answers.values();
  if (record.lookups !== undefined) state.lookups = record.lookups;
  let failedAt: string | undefined;
  for (const [index, step] of plan.steps.entries()) {
    if (index > 0 && state.countTaken(step.node.incoming) === 0) continue;
    visitor.triggered(step, state);
    let failure: CallFailure | undefined;
    const { from, past } = plan.extents[index] ?? { from: 0, past: 0 };
    if (record.lookups === undefined && plan.program.lists.length > 0) state.fault = record.error?.code ?? "EFFECTS_NEEDED"; // [LU1]
    else if (step.effect === undefined) runBytecode(plan.bytecode, state, from, past);
    else {
      const answer = answers.next();
      if (answer.done !== true) {
        step.effect.applyResult(state, answer.value);
        failure = failureIn(step.effect, answer.value);
      }
      // An effect that failed recorded its code and no response.
      else state.fault = record.error?.code ?? "EFFECTS_NEEDED";
    }
    if (state.fault !== undefined) {
      failedAt = step.node.id;
      visitor.failed(step, state);
      break;
    }
    take(state.taken, step.leaving.always);
    if (step.effect !== undefined) runBytecode(plan.bytecode, state, from + 1, past);
    visitor.left(step, state, failure);
  }
  compareWithRecord(plan, state, failedAt, record);
}

/** A record of another version, or one that was modified, has other results. */
function compareWithRecord(plan: CompiledPlan, state: State, failedAt: string | undefined, record: DecodedRecord): void {
  const { links, runtimeSlots } = plan.program;
  const recorded = new Set(record.links);
  const isSame =
    state.fault === record.error?.code &&
    failedAt === record.error?.nodeId &&
    runtimeSlots.every((slot) => readSlot(state, slot) === readSlot(record.after, slot)) &&
    links.every((_, index) => state.isTaken(index) === recorded.has(index)) &&
    state.reasonCodes.length === record.reasonCodes.length &&
    state.reasonCodes.every((code, index) => code === record.reasonCodes[index]);
  if (!isSame) throw new RecordMismatch("The record does not come out the same with this version");
}
