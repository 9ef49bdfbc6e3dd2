import { addFloat, largestInteger } from "../number.ts";
import type { Slot } from "../program/program.ts";
import type { Run } from "../run/state.ts";

/** [SC3] Points are added to the result field; a field that is still missing becomes the points. */
export function compilePoints(target: Slot, points: number, reasonCode: string): Run {
  const add = compileAdding(target, points);
  if (reasonCode === "") return add;
  return (state) => {
    add(state);
    if (state.fault === undefined) state.giveReason(reasonCode);
  };
}

function compileAdding(target: Slot, points: number): Run {
  const place = target.place;
  if (target.type === "Integer") {
    return (state) => {
      const before = state.numbers[place] ?? NaN;
      const sum = before === before ? before + points : points;
      if (sum > largestInteger || sum < -largestInteger) state.fail("INTEGER_OVERFLOW");
      else state.numbers[place] = sum;
    };
  }
  return (state) => {
    const before = state.numbers[place] ?? NaN;
    const sum = before === before ? addFloat(before, points) : points;
    if (sum !== sum) state.fail("NUMBER_OVERFLOW");
    else state.numbers[place] = sum;
  };
}
