import { addFloat, largestInteger } from "../number.ts";
import type { Slot } from "../program/program.ts";
import type { State } from "../run/state.ts";

/** How points are added to a field: as Integers, as Floats, or as Floats whose sums are exact as they come. */
export type Adding = 0 | 1 | 2;
const integers = 0;
const floats = 1;
const plainFloats = 2;

export function addingFor(target: Slot, plainSums: ReadonlySet<number>): Adding {
  if (target.type === "Integer") return integers;
  return plainSums.has(target.index) ? plainFloats : floats;
}

/** [SC3] Adds points to a field; a field that is still missing becomes the points. Answers whether it could. */
export function addPoints(state: State, place: number, adding: Adding, points: number): boolean {
  const { numbers } = state;
  const before = numbers[place] ?? NaN;
  if (before !== before) {
    numbers[place] = points;
    return true;
  }
  const sum = adding === floats ? addFloat(before, points) : before + points;
  if (sum <= largestInteger && sum >= -largestInteger) {
    numbers[place] = sum;
    return true;
  }
  state.fail(adding === integers ? "INTEGER_OVERFLOW" : "NUMBER_OVERFLOW");
  return false;
}

/** [SC5] Reason codes by row; undefined when no row has one, so that nobody looks. */
export function reasonCodesOf(rows: readonly { readonly reasonCode: string }[]): readonly string[] | undefined {
  return rows.some(({ reasonCode }) => reasonCode !== "") ? rows.map(({ reasonCode }) => reasonCode) : undefined;
}

export function giveReasonOf(state: State, reasonCodes: readonly string[], row: number): void {
  const code = reasonCodes[row] ?? "";
  if (code !== "") state.giveReason(code);
}
