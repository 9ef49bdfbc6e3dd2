import { addFloat, divideFloat, largestInteger, multiplyFloat, powerFloat, subtractFloat } from "../number.ts";
import type { Expression } from "../program/program.ts";
import type { NumberOf } from "../run/state.ts";
import { readNumber } from "./assignment.ts";

/** [CA5] Left operand, right operand, operation. NaN comes out of a missing operand, and of an operation that failed. */
export function compileExpression(expression: Expression): NumberOf {
  if (expression.kind === "operand") return readNumber(expression.operand);
  const left = compileExpression(expression.left);
  const right = compileExpression(expression.right);
  return expression.type === "Integer" ? compileWhole(expression.operator, left, right) : compileFloat(expression.operator, left, right);
}

function compileWhole(operator: string, left: NumberOf, right: NumberOf): NumberOf {
  const raw: NumberOf =
    operator === "+"
      ? (state) => left(state) + right(state)
      : operator === "-"
        ? (state) => left(state) - right(state)
        : (state) => left(state) * right(state) + 0;
  return (state) => {
    const result = raw(state);
    if (result > largestInteger || result < -largestInteger) {
      state.fail("INTEGER_OVERFLOW");
      return NaN;
    }
    return result;
  };
}

function compileFloat(operator: string, left: NumberOf, right: NumberOf): NumberOf {
  switch (operator) {
    case "+":
      return (state) => {
        const a = left(state);
        const b = right(state);
        const result = addFloat(a, b);
        if (result !== result && a === a && b === b) state.fail("NUMBER_OVERFLOW");
        return result;
      };
    case "-":
      return (state) => {
        const a = left(state);
        const b = right(state);
        const result = subtractFloat(a, b);
        if (result !== result && a === a && b === b) state.fail("NUMBER_OVERFLOW");
        return result;
      };
    case "*":
      return (state) => {
        const a = left(state);
        const b = right(state);
        const result = multiplyFloat(a, b);
        if (result !== result && a === a && b === b) state.fail("NUMBER_OVERFLOW");
        return result;
      };
    case "/":
      return (state) => {
        const a = left(state);
        const b = right(state);
        const result = divideFloat(a, b);
        if (result !== result && a === a && b === b) state.fail(b === 0 ? "DIVISION_BY_ZERO" : "NUMBER_OVERFLOW");
        return result;
      };
    default:
      return (state) => {
        const a = left(state);
        const b = right(state);
        const result = powerFloat(a, b);
        if (result !== result && a === a && b === b) state.fail(powerFault(a, b));
        return result;
      };
  }
}

/** [NU10] Why a power has no answer. */
function powerFault(a: number, b: number): "DIVISION_BY_ZERO" | "NOT_A_REAL_NUMBER" | "NUMBER_OVERFLOW" {
  if (a === 0) return "DIVISION_BY_ZERO";
  const whole = Number.isInteger(b) && Math.abs(b) < 1024;
  return a < 0 && !whole ? "NOT_A_REAL_NUMBER" : "NUMBER_OVERFLOW";
}
