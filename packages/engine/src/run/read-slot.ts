import type { Slot } from "../program/parts.ts";
import { shown } from "../shown.ts";
import type { Held, KnownValue, Value } from "../types.ts";
import { NamedValues } from "./named-values.ts";
import type { State } from "./state.ts";

/** The values of a run, for reading. */
export interface Values {
  readonly numbers: readonly number[];
  readonly texts: readonly (string | undefined)[];
}

export function readSlot(values: Values, slot: Slot): Held {
  if (slot.type === "String") return values.texts[slot.place];
  const value = values.numbers[slot.place];
  return value === value ? value : undefined;
}

export function writeSlot(state: Pick<State, "numbers" | "texts">, slot: Slot, value: Held): void {
  if (typeof value === "string" || slot.type === "String") state.texts[slot.place] = typeof value === "string" ? value : undefined;
  else state.numbers[slot.place] = value ?? NaN;
}

/** The value of a slot, as callers get it. */
export function readValue(values: Values, slot: Slot): Value {
  return shown(slot.type, readSlot(values, slot));
}

/** Values by field name; missing ones are absent. */
export function slotValues(values: Values, slots: readonly Slot[]): Record<string, KnownValue> {
  const data = new NamedValues() as Record<string, KnownValue>; // only present values are added below
  for (const slot of slots) {
    const value = readValue(values, slot);
    if (value !== undefined) data[slot.name] = value;
  }
  return data;
}
