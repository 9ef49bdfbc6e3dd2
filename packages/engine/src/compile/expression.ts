import type { Expression, NumberType, Operand } from "../program/parts.ts";
import { constantOperand, loaded, op, type Op, type BytecodeWriter } from "./bytecode.ts";

const floatOperations = { "+": op.add, "-": op.subtract, "*": op.multiply, "/": op.divide, "^": op.power } as const;
/** [NU6] Division and powers always return Floats. */
const wholeOperations = { "+": op.addWhole, "-": op.subtractWhole, "*": op.multiplyWhole, "/": op.divide, "^": op.power } as const;

/** [CA5] Left operand, right operand, operation; the result is loaded. */
export function writeExpression(expression: Expression, writer: BytecodeWriter): void {
  if (expression.kind === "operand") writer.write(op.load, operandOf(expression.operand, writer));
  else {
    const left = writeOperand(expression.left, writer);
    const right = writeOperand(expression.right, writer);
    writer.write(operationOf(expression.operator, expression.type), left, right);
  }
}

export function operationOf(operator: keyof typeof floatOperations, type: NumberType): Op {
  return (type === "Integer" ? wholeOperations : floatOperations)[operator];
}

function writeOperand(expression: Expression, writer: BytecodeWriter): number {
  if (expression.kind === "operand") return operandOf(expression.operand, writer);
  writeExpression(expression, writer);
  return loaded;
}

export function operandOf(operand: Operand, writer: BytecodeWriter): number {
  return operand.kind === "slot" ? operand.slot.place : constantOperand(writer.constants([Number(operand.value)]));
}
