import type { FieldType } from "@airlock/flow";
import type { Assignment, Slot } from "../program/parts.ts";
import { operandOf, operationOf } from "./expression.ts";
import { op, type BytecodeWriter } from "./bytecode.ts";

/** [SE1] In order; the first that fails ends the node. */
export function writeAssignments(assignments: readonly Assignment[], plainSums: ReadonlySet<number>, writer: BytecodeWriter): void {
  for (const assignment of assignments) writeAssignment(assignment, plainSums, writer);
}

function writeAssignment({ target, operator, value }: Assignment, plainSums: ReadonlySet<number>, writer: BytecodeWriter): void {
  const place = target.place;
  if (value.type === "String") {
    if (value.kind === "literal") writer.write(op.setText, place, writer.strings([value.value]));
    else writer.write(op.copyText, value.slot.place, place);
  } else if (operator === "=") {
    if (value.kind === "literal") writer.write(op.setNumber, place, writer.constants([value.value]));
    else {
      writer.write(op.load, value.slot.place);
      writeStore(target, value.type, writer);
    }
  } else if (value.kind === "literal" && plainSums.has(target.index)) {
    writer.write(op.addPlain, place, writer.constants([operator === "+=" ? value.value : -value.value]));
  } else {
    // What a field becomes when a number is added to it: an Integer when both are, else a Float.
    const type = target.type === "Integer" && value.type === "Integer" ? "Integer" : "Float";
    writer.write(operationOf(operator === "+=" ? "+" : "-", type), place, operandOf(value, writer));
    writeStore(target, type, writer);
  }
}

/** [NU8] The loaded value is converted to the type of the target field, or fails; a missing value makes the field missing. */
export function writeStore(target: Slot, type: FieldType, writer: BytecodeWriter): void {
  writer.write(target.type === type ? op.store : target.type === "Integer" ? op.storeWhole : op.storeFloat, target.place);
}
