import type { CompileContext } from "../kinds/kind.ts";
import { addFloat, largestInteger, subtractFloat, toFloat } from "../number.ts";
import type { Assignment, NumberType, Operand, Slot } from "../program/program.ts";
import type { NumberOf, Run, State } from "../run/state.ts";

/** [SE1] In order; the first that fails ends the node. */
export function compileAssignments(assignments: readonly Assignment[], context: CompileContext): readonly Run[] {
  return assignments.map((assignment) => compileAssignment(assignment, context));
}

function compileAssignment({ target, operator, value }: Assignment, { plainSums }: CompileContext): Run {
  const place = target.place;
  if (value.type === "String") {
    if (value.kind === "literal") {
      const text = value.value;
      return (state) => {
        state.texts[place] = text;
      };
    }
    const from = value.slot.place;
    return (state) => {
      state.texts[place] = state.texts[from];
    };
  }
  if (value.kind === "literal" && (operator === "=" || plainSums.has(target.index))) {
    const number = value.value;
    if (operator === "=") {
      return (state) => {
        state.numbers[place] = number;
      };
    }
    const change = operator === "+=" ? number : -number;
    return (state) => {
      state.numbers[place] = (state.numbers[place] ?? NaN) + change;
    };
  }
  const read = readNumber(value);
  if (operator === "=") return storeNumber(target, value.type, read);
  return storeNumber(...addTo(target, operator === "+=" ? 1 : -1, value.type, read));
}

export function readNumber(operand: Operand): NumberOf {
  if (operand.kind === "slot") {
    const place = operand.slot.place;
    return (state) => state.numbers[place] ?? NaN;
  }
  const value = Number(operand.value);
  return () => value;
}

/** What a field becomes when a number is added to it: an Integer when both are, else a Float. */
function addTo(target: Slot, sign: 1 | -1, type: NumberType, read: NumberOf): [Slot, NumberType, NumberOf] {
  const place = target.place;
  const whole = target.type === "Integer" && type === "Integer";
  if (whole) {
    return [
      target,
      "Integer",
      (state) => {
        const sum = (state.numbers[place] ?? NaN) + sign * read(state);
        if (sum > largestInteger || sum < -largestInteger) state.fail("INTEGER_OVERFLOW");
        return sum;
      },
    ];
  }
  const combine = sign === 1 ? addFloat : subtractFloat;
  return [
    target,
    "Float",
    (state) => {
      const a = state.numbers[place] ?? NaN;
      const b = read(state);
      const sum = combine(a, b);
      if (sum !== sum && a === a && b === b) state.fail("NUMBER_OVERFLOW");
      return sum;
    },
  ];
}

/** [NU8] A value takes the type of the field it is stored in, or fails; a missing one makes the field missing. */
export function storeNumber(target: Slot, type: NumberType, read: NumberOf): Run {
  const place = target.place;
  if (target.type === type) {
    return (state) => {
      const value = read(state);
      if (state.fault === undefined) state.numbers[place] = value;
    };
  }
  return (state) => storeValue(state, target, type, read(state));
}

export function storeValue(state: State, target: Slot, type: NumberType, value: number): void {
  if (state.fault !== undefined) return;
  if (target.type === type || value !== value) state.numbers[target.place] = value;
  else if (target.type === "Integer") {
    if (Number.isInteger(value)) state.numbers[target.place] = value;
    else state.fail("NOT_AN_INTEGER");
  } else {
    const float = toFloat(value);
    if (float === float) state.numbers[target.place] = float;
    else state.fail("NUMBER_OVERFLOW");
  }
}
