import type { Slot } from "../program/program.ts";
import type { Value } from "../types.ts";
import type { State } from "./state.ts";

export function readSlot(state: Pick<State, "numbers" | "texts">, slot: Slot): Value {
  if (slot.type === "String") return state.texts[slot.place];
  const value = state.numbers[slot.place];
  return Number.isNaN(value) ? undefined : value;
}

export function writeSlot(state: Pick<State, "numbers" | "texts">, slot: Slot, value: Value): void {
  if (typeof value === "string" || slot.type === "String") state.texts[slot.place] = typeof value === "string" ? value : undefined;
  else state.numbers[slot.place] = value ?? NaN;
}

/** Values by field name; missing ones are absent. Without a prototype, since names are the user's. */
export function slotValues(state: Pick<State, "numbers" | "texts">, slots: readonly Slot[]): Record<string, string | number> {
  const values = Object.create(null) as Record<string, string | number>; // Object.create answers `any`
  for (const slot of slots) {
    const value = readSlot(state, slot);
    if (value !== undefined) values[slot.name] = value;
  }
  return values;
}
