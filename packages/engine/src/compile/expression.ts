import { addFloat, divideFloat, largestInteger, multiplyFloat, powerBound, powerFloat, subtractFloat } from "../number.ts";
import type { Expression } from "../program/program.ts";
import type { NumberOf, State } from "../run/state.ts";
import type { FaultCode } from "../run/fault.ts";

type Operation = Extract<Expression, { readonly kind: "operation" }>;

/** Where an operand comes from: a slot, a literal, or another operation. One small object instead of a closure for each. */
interface Source {
  /** -1 when it is no slot. */
  readonly place: number;
  readonly literal: number;
  readonly work: NumberOf | undefined;
}

/** [CA5] Left operand, right operand, operation. NaN comes out of a missing operand, and of an operation that failed. */
export function compileExpression(expression: Expression): NumberOf {
  if (expression.kind === "operation") return expression.type === "Integer" ? compileWhole(expression) : compileFloat(expression);
  const source = sourceOf(expression);
  return (state) => readSource(state, source);
}

function sourceOf(expression: Expression): Source {
  if (expression.kind === "operation") return { place: -1, literal: NaN, work: compileExpression(expression) };
  const { operand } = expression;
  if (operand.kind === "slot") return { place: operand.slot.place, literal: NaN, work: undefined };
  return { place: -1, literal: Number(operand.value), work: undefined };
}

function readSource(state: State, { place, literal, work }: Source): number {
  if (place >= 0) return state.numbers[place] ?? NaN;
  return work === undefined ? literal : work(state);
}

/** [NU6] */
function compileWhole(operation: Operation): NumberOf {
  const left = sourceOf(operation.left);
  const right = sourceOf(operation.right);
  const { operator } = operation;
  return (state) => {
    const a = readSource(state, left);
    const b = readSource(state, right);
    const result = operator === "+" ? a + b : operator === "-" ? a - b : a * b;
    if (result <= largestInteger && result >= -largestInteger) return result + 0;
    if (a === a && b === b) state.fail("INTEGER_OVERFLOW");
    return NaN;
  };
}

function compileFloat(operation: Operation): NumberOf {
  const left = sourceOf(operation.left);
  const right = sourceOf(operation.right);
  const { operator } = operation;
  // Written out, so that the host can put each operation into its closure.
  switch (operator) {
    case "+":
      return (state) => {
        const a = readSource(state, left);
        const b = readSource(state, right);
        return checked(state, operator, a, b, addFloat(a, b));
      };
    case "-":
      return (state) => {
        const a = readSource(state, left);
        const b = readSource(state, right);
        return checked(state, operator, a, b, subtractFloat(a, b));
      };
    case "*":
      return (state) => {
        const a = readSource(state, left);
        const b = readSource(state, right);
        return checked(state, operator, a, b, multiplyFloat(a, b));
      };
    case "/":
      return (state) => {
        const a = readSource(state, left);
        const b = readSource(state, right);
        return checked(state, operator, a, b, divideFloat(a, b));
      };
    case "^":
      return (state) => {
        const a = readSource(state, left);
        const b = readSource(state, right);
        return checked(state, operator, a, b, powerFloat(a, b));
      };
  }
}

/** [NU12] NaN from a missing operand is a missing result; from two numbers it is a failure. */
function checked(state: State, operator: string, a: number, b: number, result: number): number {
  if (result !== result && a === a && b === b) state.fail(whyNot(operator, a, b));
  return result;
}

/** [NU2] [NU5] [NU10] Why an operation on two numbers has no answer. */
function whyNot(operator: string, a: number, b: number): FaultCode {
  if (operator === "/" && b === 0) return "DIVISION_BY_ZERO";
  if (operator !== "^") return "NUMBER_OVERFLOW";
  if (a === 0) return "DIVISION_BY_ZERO";
  const isWhole = Number.isInteger(b) && Math.abs(b) < powerBound;
  return a < 0 && !isWhole ? "NOT_A_REAL_NUMBER" : "NUMBER_OVERFLOW";
}
