import { dateText, readDateText, type FieldType } from "@airlock/flow";
import type { Held, KnownValue, Value } from "./types.ts";

/** [VA6] [VA7] The stored value of a field of this type, as callers get it. */
export function shown(type: FieldType, value: string | number): KnownValue;
export function shown(type: FieldType, value: Held): Value;
export function shown(type: FieldType, value: Held): Value {
  if (typeof value !== "number") return value;
  return type === "Boolean" ? value === 1 : type === "Date" ? dateText(value) : value;
}

/** The reverse: a valid value of a field of this type in the engine's representation. */
export function held(type: FieldType, value: Value | null): Held {
  if (typeof value === "boolean") return value ? 1 : 0;
  return type === "Date" && typeof value === "string" ? readDateText(value) : (value ?? undefined);
}
