import { powerBound } from "../number.ts";
import type { FaultCode } from "../fault.ts";

/** [NU2] [NU10] Why a power of two numbers has no result. */
export function whyNoPower(base: number, exponent: number): FaultCode {
  if (base === 0) return "DIVISION_BY_ZERO";
  const isWhole = Number.isInteger(exponent) && Math.abs(exponent) < powerBound;
  return base < 0 && !isWhole ? "NOT_A_REAL_NUMBER" : "NUMBER_OVERFLOW";
}
