import type { Expression } from "../program/parts.ts";
import type { Memory } from "./memory.ts";
import type { Fault, Numbers, Worked } from "./numbers.ts";
import { power } from "./power.ts";
import type { NumberValue } from "./value.ts";

/** [CA5] Left operand, right operand, operation: faults are in the order in which a run would encounter them. */
export function expressionValue(numbers: Numbers, expression: Expression, memory: Memory): Worked {
  const faults: Fault[] = [];
  const work = (part: Expression): NumberValue => {
    if (part.kind === "operand") {
      const value = memory.operand(part.operand);
      if (value.kind === "text") throw new TypeError("A calculation has numbers only");
      return value;
    }
    const left = work(part.left);
    const right = work(part.right);
    const worked = operation(numbers, part, left, right);
    faults.push(...worked.faults);
    return worked.value;
  };
  return { value: work(expression), faults };
}

function operation(
  numbers: Numbers,
  { operator, type }: Extract<Expression, { readonly kind: "operation" }>,
  left: NumberValue,
  right: NumberValue,
): Worked {
  switch (operator) {
    case "+":
    case "-":
      return numbers.add(left, right, operator, type);
    case "*":
      return numbers.multiply(left, right, type);
    case "/":
      return numbers.divide(left, right);
    case "^":
      return power(numbers, left, right);
  }
}
