/** The slots that the parts of an operation read, in their order. */
import type { Assignment, Condition, Expression, Operand, Slot, Template } from "./parts.ts";

function operandReads(operand: Operand): readonly Slot[] {
  return operand.kind === "slot" ? [operand.slot] : [];
}

export function conditionReads(condition: Condition): readonly Slot[] {
  return condition.flat().flatMap((comparison) => [comparison.left, ...("right" in comparison ? operandReads(comparison.right) : [])]);
}

/** += and -= read the field that they change. */
export function assignmentReads({ target, operator, value }: Assignment): readonly Slot[] {
  return [...operandReads(value), ...(operator === "=" ? [] : [target])];
}

export function expressionReads(expression: Expression): readonly Slot[] {
  if (expression.kind === "operand") return operandReads(expression.operand);
  return [...expressionReads(expression.left), ...expressionReads(expression.right)];
}

export function templateReads(template: Template): readonly Slot[] {
  return template.filter((part) => typeof part !== "string");
}
