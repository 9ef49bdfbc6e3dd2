import type { FieldType } from "@airlock/flow";
import type { Slot } from "../program/parts.ts";

/**
 * A slot's index and type in one small integer, for the two loops over every field of every decision: a number is in the array itself,
 * while an object for each field would be another memory access.
 */
export const typeCodes = { String: 0, Integer: 1, Float: 2, Boolean: 3, Date: 4 } as const satisfies Record<FieldType, number>;

/** The type is in the lowest bits. */
export const typeMask = 7;
export const typeBits = 3;

export function fieldCode({ type, place }: Slot): number {
  return (place << typeBits) | typeCodes[type];
}
