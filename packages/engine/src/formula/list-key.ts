import { dateText } from "@airlock/flow";
import type { Slot } from "../program/parts.ts";
import type { State } from "../run/state.ts";

type TextOf = (state: State) => string | undefined;

/** [LU3] Keys are texts: an Integer in decimal digits, a Date as YYYY-MM-DD. Undefined where the value is missing. */
export function keyOfNumber(number: (state: State) => number, type: "Integer" | "Date"): TextOf {
  const text = type === "Date" ? dateText : String;
  return (state) => {
    const value = number(state);
    return value === value ? text(value) : undefined;
  };
}

export function keyOfSlot({ type, place }: Slot): TextOf {
  if (type === "String") return ({ texts }) => texts[place];
  return keyOfNumber(({ numbers }: State) => numbers[place] ?? NaN, type === "Date" ? "Date" : "Integer");
}
