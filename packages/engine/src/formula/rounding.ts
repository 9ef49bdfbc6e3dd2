import { rounder } from "../number.ts";

export type RoundingMode = "round" | "roundHalfEven" | "roundUp" | "roundDown";

const powersOfTen = [1, 10, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12];

/**
 * [FO11] A Float in form is a whole number of 1/k, k being the step of [NU2]. That number is rounded, which is exact; multiplying the
 * Float itself by a power of ten is not: 1.005 * 100 is below 100.5.
 */
export function roundFloat(x: number, digits: number, mode: RoundingMode): number {
  const magnitude = Math.abs(x);
  let k = 1e12;
  for (let bound = 1e3; magnitude >= bound; bound *= 10) k /= 10;
  const scale = powersOfTen[digits] ?? NaN;
  const group = k / scale;
  if (!(group > 1)) return x;
  const units = magnitude * k + rounder - rounder;
  const below = Math.floor(units / group);
  const rest = units - below * group;
  const rounded = (isRoundedUp(mode, rest, group, below) ? below + 1 : below) / scale;
  return (x < 0 ? -rounded : rounded) + 0;
}

function isRoundedUp(mode: RoundingMode, rest: number, group: number, below: number): boolean {
  switch (mode) {
    case "round":
      return rest * 2 >= group;
    case "roundHalfEven":
      return rest * 2 > group || (rest * 2 === group && below % 2 === 1);
    case "roundUp":
      return rest > 0;
    case "roundDown":
      return false;
  }
}
