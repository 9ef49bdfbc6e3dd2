import type { Comparison, Condition } from "../program/parts.ts";
import type { Test } from "../run/state.ts";
import { op, type TapeWriter } from "./tape.ts";

const withLiteral = {
  "==": op.ifEqual,
  "!=": op.ifNotEqual,
  ">": op.ifGreater,
  "<": op.ifLess,
  ">=": op.ifGreaterOrEqual,
  "<=": op.ifLessOrEqual,
} as const;

/**
 * [CO1] Any of the groups, all of the group; an empty condition holds. The tape goes on behind it when it holds; what is answered are
 * the places that reach elsewhere when it does not, for `reachHere`.
 */
export function writeCondition(condition: Condition, tape: TapeWriter): readonly number[] {
  const holds: number[] = [];
  let open: number[] = [];
  for (const [index, group] of condition.entries()) {
    tape.reachHere(open);
    open = group.map((comparison) => writeComparison(comparison, tape));
    if (index < condition.length - 1) holds.push(tape.writeOpen(op.jump));
  }
  tape.reachHere(holds);
  return open;
}

/** Answers the place that is still open. */
function writeComparison(comparison: Comparison, tape: TapeWriter): number {
  const { left, operator, right } = comparison;
  if (right.kind === "slot") return tape.writeOpen(op.ifTest, tape.test(compileComparison(comparison)));
  if (right.type !== "String") return tape.writeOpen(withLiteral[operator], left.place, tape.constants([right.value]));
  return tape.writeOpen(operator === "==" ? op.ifText : op.ifNotText, left.place, tape.words([right.value]));
}

/** The same as one closure. */
export function compileComparison({ left, operator, right }: Comparison): Test {
  const place = left.place;
  if (right.type === "String") return compileTextComparison({ left, operator, right });
  if (right.kind === "literal") return compareWithLiteral(place, operator, right.value);
  return compareNumbers(place, operator, right.slot.place);
}

/** [CO3] A missing number is NaN: ordering it and == are false, != is true. */
function compareWithLiteral(place: number, operator: Comparison["operator"], value: number): Test {
  switch (operator) {
    case "==":
      return (state) => state.numbers[place] === value;
    case "!=":
      return (state) => state.numbers[place] !== value;
    case ">":
      return (state) => (state.numbers[place] ?? NaN) > value;
    case "<":
      return (state) => (state.numbers[place] ?? NaN) < value;
    case ">=":
      return (state) => (state.numbers[place] ?? NaN) >= value;
    case "<=":
      return (state) => (state.numbers[place] ?? NaN) <= value;
  }
}

/** [CO4] Missing is equal to missing and to nothing else; NaN is not equal to itself, so that is asked for. */
function compareNumbers(first: number, operator: Comparison["operator"], second: number): Test {
  const same: Test = ({ numbers }) => {
    const a = numbers[first];
    const b = numbers[second];
    return a === b || (a !== a && b !== b);
  };
  switch (operator) {
    case "==":
      return same;
    case "!=":
      return (state) => !same(state);
    case ">":
      return ({ numbers }) => (numbers[first] ?? NaN) > (numbers[second] ?? NaN);
    case "<":
      return ({ numbers }) => (numbers[first] ?? NaN) < (numbers[second] ?? NaN);
    case ">=":
      return ({ numbers }) => (numbers[first] ?? NaN) >= (numbers[second] ?? NaN);
    case "<=":
      return ({ numbers }) => (numbers[first] ?? NaN) <= (numbers[second] ?? NaN);
  }
}

function compileTextComparison({ left, operator, right }: Comparison): Test {
  const same = compileSameText(left, right);
  return operator === "==" ? same : (state) => !same(state);
}

/** A missing text is undefined, which is the same as itself and as no literal. */
function compileSameText(left: Comparison["left"], right: Comparison["right"]): Test {
  const place = left.place;
  if (right.kind === "literal") {
    const value = right.value;
    return ({ texts }) => texts[place] === value;
  }
  const other = right.slot.place;
  return ({ texts }) => texts[place] === texts[other];
}
