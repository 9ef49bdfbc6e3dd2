import type { Expression, NumberType, Operand } from "../program/parts.ts";
import { constantOperand, loaded, op, type Op, type TapeWriter } from "./tape.ts";

const floatOperations = { "+": op.add, "-": op.subtract, "*": op.multiply, "/": op.divide, "^": op.power } as const;
/** [NU6] Division and powers always give Floats. */
const wholeOperations = { "+": op.addWhole, "-": op.subtractWhole, "*": op.multiplyWhole, "/": op.divide, "^": op.power } as const;

/** [CA5] Left operand, right operand, operation; the result is loaded. */
export function writeExpression(expression: Expression, tape: TapeWriter): void {
  if (expression.kind === "operand") tape.write(op.load, operandOf(expression.operand, tape));
  else {
    const left = writeOperand(expression.left, tape);
    const right = writeOperand(expression.right, tape);
    tape.write(operationOf(expression.operator, expression.type), left, right);
  }
}

export function operationOf(operator: keyof typeof floatOperations, type: NumberType): Op {
  return (type === "Integer" ? wholeOperations : floatOperations)[operator];
}

function writeOperand(expression: Expression, tape: TapeWriter): number {
  if (expression.kind === "operand") return operandOf(expression.operand, tape);
  writeExpression(expression, tape);
  return loaded;
}

export function operandOf(operand: Operand, tape: TapeWriter): number {
  return operand.kind === "slot" ? operand.slot.place : constantOperand(tape.constants([Number(operand.value)]));
}
