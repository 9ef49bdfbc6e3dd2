import type { Slot } from "../program/parts.ts";

/** How points are added to a field: as Integers, as Floats, or as Floats whose sums are exact without normalising. */
export const adding = { integers: 0, floats: 1, plainFloats: 2 } as const;

export function addingFor(target: Slot, plainSums: ReadonlySet<number>): number {
  if (target.type === "Integer") return adding.integers;
  return plainSums.has(target.index) ? adding.plainFloats : adding.floats;
}
