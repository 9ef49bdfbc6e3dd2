import { dateText, type FieldType } from "@airlock/flow";
import type { Held, KnownValue, Value } from "./types.ts";

/** [VA6] [VA7] What is held for a field of this type, as callers get it. */
export function shown(type: FieldType, held: string | number): KnownValue;
export function shown(type: FieldType, held: Held): Value;
export function shown(type: FieldType, held: Held): Value {
  if (typeof held !== "number") return held;
  return type === "Boolean" ? held === 1 : type === "Date" ? dateText(held) : held;
}
