import type { Assignment, Condition, Expression, Operand, Operation, Slot, Template } from "./program.ts";

/** The fields that an operation looks at, each once, in the order in which they stand in it. */
export function slotsReadBy(operation: Operation): readonly Slot[] {
  return [...new Set(allRead(operation))];
}

function allRead(operation: Operation): readonly Slot[] {
  switch (operation.kind) {
    case "Start":
    case "End":
      return [];
    case "EasyRule":
      return [...conditionSlots(operation.condition), ...operation.assignments.flatMap(assignmentSlots)];
    case "SetState":
      return operation.assignments.flatMap(assignmentSlots);
    case "Calculation":
      return expressionSlots(operation.expression);
    case "RangeScore":
    case "ListScore":
      return [operation.scored];
    case "WebCall":
      return [operation.url, ...operation.headers.map(({ value }) => value), operation.body].flatMap(templateSlots);
    case "Prediction":
      return operation.inputs.map(({ slot }) => slot);
  }
}

function operandSlots(operand: Operand): readonly Slot[] {
  return operand.kind === "slot" ? [operand.slot] : [];
}

function conditionSlots(condition: Condition): readonly Slot[] {
  return condition.flat().flatMap(({ left, right }) => [left, ...operandSlots(right)]);
}

/** += and -= look at the field that they change. */
function assignmentSlots({ target, operator, value }: Assignment): readonly Slot[] {
  return [...operandSlots(value), ...(operator === "=" ? [] : [target])];
}

function expressionSlots(expression: Expression): readonly Slot[] {
  if (expression.kind === "operand") return operandSlots(expression.operand);
  return [...expressionSlots(expression.left), ...expressionSlots(expression.right)];
}

function templateSlots(template: Template): readonly Slot[] {
  return template.filter((part) => typeof part !== "string");
}
