/**
 * Numbers as users type them. A Float is a decimal of at most 15 significant digits, at most 12 of them after the point, below 1e15; an
 * Integer is exact up to 2^53 - 1. What does not fit is refused here, so that one decimal is always one double.
 */
const floatBound = 1e15;
const floatDigits = 15;
const floatDecimals = 12;

export type NumberTextProblem = "notANumber" | "notAnInteger" | "tooLarge" | "tooManyDigits";
export type NumberText = { readonly ok: true; readonly value: number } | { readonly ok: false; readonly problem: NumberTextProblem };

const integerText = /^-?[0-9]+$/;
const floatText = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

const refused = (problem: NumberTextProblem): NumberText => ({ ok: false, problem });

/** Adding 0 turns -0 into 0. */
const accepted = (value: number): NumberText => ({ ok: true, value: value + 0 });

export function readIntegerText(text: string): NumberText {
  if (!integerText.test(text)) return refused(floatText.test(text) ? "notAnInteger" : "notANumber");
  const value = Number(text);
  return Number.isSafeInteger(value) ? accepted(value) : refused("tooLarge");
}

export function readFloatText(text: string): NumberText {
  if (!floatText.test(text)) return refused("notANumber");
  const value = Number(text);
  if (Math.abs(value) >= floatBound) return refused("tooLarge");
  const [whole = "", fraction = ""] = text.replace("-", "").split(".");
  const decimals = fraction.replace(/0+$/, "");
  const significant = (whole + decimals).replace(/^0+/, "");
  if (decimals.length > floatDecimals || significant.length > floatDigits) return refused("tooManyDigits");
  return accepted(value);
}

export function readNumberText(text: string, type: "Integer" | "Float"): NumberText {
  return type === "Integer" ? readIntegerText(text) : readFloatText(text);
}
