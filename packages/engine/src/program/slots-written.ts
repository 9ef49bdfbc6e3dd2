import type { SlotWrite } from "../kinds/kind.ts";
import type { Assignment, Slot } from "./parts.ts";

export function assignmentWrite({ target, value }: Assignment): SlotWrite {
  return { target, literals: value.kind === "literal" && value.type !== "String" ? [value.value] : undefined };
}

/** A score adds the points of one row, or its default points. */
export function pointsWrite(target: Slot, rows: readonly { readonly points: number }[], fallback: number | undefined): SlotWrite {
  return { target, literals: [...rows.map((row) => row.points), fallback ?? 0] };
}
