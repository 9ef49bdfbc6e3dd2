import type { FieldType } from "@airlock/flow";
import type { Assignment, Slot } from "../program/parts.ts";
import { operandOf, operationOf } from "./expression.ts";
import { op, type TapeWriter } from "./tape.ts";

/** [SE1] In order; the first that fails ends the node. */
export function writeAssignments(assignments: readonly Assignment[], plainSums: ReadonlySet<number>, tape: TapeWriter): void {
  for (const assignment of assignments) writeAssignment(assignment, plainSums, tape);
}

function writeAssignment({ target, operator, value }: Assignment, plainSums: ReadonlySet<number>, tape: TapeWriter): void {
  const place = target.place;
  if (value.type === "String") {
    if (value.kind === "literal") tape.write(op.setText, place, tape.words([value.value]));
    else tape.write(op.copyText, value.slot.place, place);
  } else if (operator === "=") {
    if (value.kind === "literal") tape.write(op.setNumber, place, tape.constants([value.value]));
    else {
      tape.write(op.load, value.slot.place);
      writeStore(target, value.type, tape);
    }
  } else if (value.kind === "literal" && plainSums.has(target.index)) {
    tape.write(op.addPlain, place, tape.constants([operator === "+=" ? value.value : -value.value]));
  } else {
    // What a field becomes when a number is added to it: an Integer when both are, else a Float.
    const type = target.type === "Integer" && value.type === "Integer" ? "Integer" : "Float";
    tape.write(operationOf(operator === "+=" ? "+" : "-", type), place, operandOf(value, tape));
    writeStore(target, type, tape);
  }
}

/** [NU8] What was loaded takes the type of the field it is stored in, or fails; a missing value makes the field missing. */
export function writeStore(target: Slot, type: FieldType, tape: TapeWriter): void {
  tape.write(target.type === type ? op.store : target.type === "Integer" ? op.storeWhole : op.storeFloat, target.place);
}
