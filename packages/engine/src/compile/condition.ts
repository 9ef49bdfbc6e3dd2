import type { CompareOperator } from "@airlock/flow";
import { keyOfSlot } from "../formula/list-key.ts";
import type { Comparison, Condition, Operand, Slot } from "../program/parts.ts";
import type { Test } from "../run/state.ts";
import { op, type BytecodeWriter } from "./bytecode.ts";

const withLiteral = {
  "==": op.ifEqual,
  "!=": op.ifNotEqual,
  ">": op.ifGreater,
  "<": op.ifLess,
  ">=": op.ifGreaterOrEqual,
  "<=": op.ifLessOrEqual,
} as const;

/**
 * [CO1] Any of the groups, all of the group; an empty condition holds. Execution continues after the condition when it holds. Returns the
 * open jump targets for when it does not; the caller resolves them with `patchHere`.
 */
export function writeCondition(condition: Condition, writer: BytecodeWriter): readonly number[] {
  const holds: number[] = [];
  let open: number[] = [];
  for (const [index, group] of condition.entries()) {
    writer.patchHere(open);
    open = group.flatMap((comparison) => writeComparison(comparison, writer));
    if (index < condition.length - 1) holds.push(writer.emitJump(op.jump));
  }
  writer.patchHere(holds);
  return open;
}

/** Returns the open jump targets. */
function writeComparison(comparison: Comparison, writer: BytecodeWriter): readonly number[] {
  const { place } = comparison.left;
  switch (comparison.operator) {
    case "between":
      return [
        writer.emitJump(op.ifGreaterOrEqual, place, writer.constants([comparison.least])),
        writer.emitJump(op.ifLessOrEqual, place, writer.constants([comparison.greatest])),
      ];
    case "in":
    case "not in":
    case "in list":
    case "not in list":
    case "contains":
    case "starts with":
    case "is missing":
      return [writer.emitJump(op.ifTest, writer.test(compileComparison(comparison)))];
    default: {
      const { operator, right } = comparison;
      if (right.kind === "slot") return [writer.emitJump(op.ifTest, writer.test(compileComparison(comparison)))];
      if (right.type !== "String") return [writer.emitJump(withLiteral[operator], place, writer.constants([right.value]))];
      return [writer.emitJump(operator === "==" ? op.ifText : op.ifNotText, place, writer.strings([right.value]))];
    }
  }
}

/** The same as one closure. */
export function compileComparison(comparison: Comparison): Test {
  const { left } = comparison;
  const { place } = left;
  switch (comparison.operator) {
    case "is missing":
      return left.type === "String" ? ({ texts }) => texts[place] === undefined : ({ numbers }) => Number.isNaN(numbers[place] ?? NaN);
    case "between": {
      const { least, greatest } = comparison;
      return ({ numbers }) => (numbers[place] ?? NaN) >= least && (numbers[place] ?? NaN) <= greatest;
    }
    case "in":
    case "not in": {
      // [CO7] A missing text is undefined, which is in no list.
      const listed: ReadonlySet<string | undefined> = new Set(comparison.texts);
      return comparison.operator === "in" ? ({ texts }) => listed.has(texts[place]) : ({ texts }) => !listed.has(texts[place]);
    }
    case "in list":
    case "not in list": {
      // [CO12]
      const { list, operator } = comparison;
      const keyOf = keyOfSlot(left);
      const wanted = operator === "in list";
      return (state) => (state.lookups.find(list.index, keyOf(state)) !== undefined) === wanted;
    }
    case "contains":
    case "starts with":
      return compilePartOfText(place, comparison.operator, comparison.right);
    default: {
      const { operator, right } = comparison;
      if (right.type === "String") return compileTextComparison(left, operator, right);
      if (right.kind === "literal") return compareWithLiteral(place, operator, right.value);
      return compareNumbers(place, operator, right.slot.place);
    }
  }
}

/** [CO8] */
function compilePartOfText(place: number, operator: "contains" | "starts with", right: Operand): Test {
  const holds =
    operator === "contains"
      ? (text: string | undefined, part: string | undefined) => text !== undefined && part !== undefined && text.includes(part)
      : (text: string | undefined, part: string | undefined) => text !== undefined && part !== undefined && text.startsWith(part);
  if (right.kind === "literal") {
    const part = String(right.value);
    return ({ texts }) => holds(texts[place], part);
  }
  const other = right.slot.place;
  return ({ texts }) => holds(texts[place], texts[other]);
}

/** [CO3] A missing number is NaN: ordering it and == are false, != is true. */
function compareWithLiteral(place: number, operator: CompareOperator, value: number): Test {
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

/**
 * [CO4] Missing is equal to missing and to nothing else. Missing is NaN, which is not equal to itself, so both operands are tested for NaN.
 */
function compareNumbers(first: number, operator: CompareOperator, second: number): Test {
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

function compileTextComparison(left: Slot, operator: CompareOperator, right: Operand): Test {
  const same = compileSameText(left, right);
  return operator === "==" ? same : (state) => !same(state);
}

/** A missing text is undefined, which is the same as itself and as no literal. */
function compileSameText(left: Slot, right: Operand): Test {
  const place = left.place;
  if (right.kind === "literal") {
    const value = right.value;
    return ({ texts }) => texts[place] === value;
  }
  const other = right.slot.place;
  return ({ texts }) => texts[place] === texts[other];
}
