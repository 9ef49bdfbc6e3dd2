import type { StartNode } from "@airlock/flow";
import { writeAssignments } from "../../compile/assignment.ts";
import { op } from "../../compile/bytecode.ts";
import type { Assignment, Slot } from "../../program/parts.ts";
import { assignmentReads } from "../../program/slots-read.ts";
import { assignmentWrite } from "../../program/slots-written.ts";
import { readSlot } from "../../run/read-slot.ts";
import type { State } from "../../run/state.ts";
import type { EngineKind } from "../kind.ts";

export interface StartOperation {
  readonly kind: "Start";
  /** [SF2] Of the Start of a sub-flow. */
  readonly inputs: readonly Assignment[];
  /** Application fields of a sub-flow that must have a value then. */
  readonly required: readonly Slot[];
}

export const start: EngineKind<StartNode, StartOperation> = {
  lower: (_node, lowering) => ({ kind: "Start", ...lowering.inputs() }),
  reads: ({ inputs }) => inputs.flatMap(assignmentReads),
  writes: ({ inputs }) => inputs.map(assignmentWrite),
  compile:
    ({ inputs, required }, { plainSums }) =>
    (writer) => {
      writeAssignments(inputs, plainSums, writer);
      if (required.length === 0) return;
      const check = (state: State): boolean => {
        if (required.every((slot) => readSlot(state, slot) !== undefined)) return true;
        state.fail("SUB_FLOW_INPUT_MISSING");
        return false;
      };
      writer.write(op.compute, writer.test(check));
    },
  explain: () => ({}),
};
