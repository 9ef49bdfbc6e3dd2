import type { Slot } from "../program/parts.ts";

/**
 * A slot's place and type in one small integer, for the two loops that touch every field of every decision: a number in a list is
 * there at once, where an object for each field would have to be fetched.
 */
export const stringCode = 0;
export const integerCode = 1;
const floatCode = 2;

export function fieldCode({ type, place }: Slot): number {
  return place * 4 + (type === "String" ? stringCode : type === "Integer" ? integerCode : floatCode);
}
