import type { FieldUse } from "../kinds/kind.ts";
import { BitSet } from "../sets/bit-set.ts";
import type { Fields } from "./fields.ts";
import type { Graph } from "./graph.ts";

/**
 * Fields that have a value whenever something has set them (or, for an application field, whenever it is required): they are never set from
 * a value that may be missing. A field is assumed safe until one of its writes disproves it. `isSet` has, by node, the fields that are set
 * before it, once that is known.
 */
export function findSafeFields(graph: Graph, fields: Fields, isSet: readonly BitSet[] | undefined): BitSet {
  const safe = new BitSet(fields.list.length);
  for (const [place, field] of fields.list.entries()) if (field.source === "Runtime" || field.required) safe.add(place);
  const writes = graph.uses.flatMap((uses, place) => (graph.reached[place] ? writesOf(uses, isSet?.[place], fields) : []));
  for (let changed = true; changed;) {
    changed = false;
    for (const { target, given } of writes) {
      if (!safe.has(target) || given?.every((place) => place !== undefined && safe.has(place))) continue;
      safe.remove(target);
      changed = true;
    }
  }
  return safe;
}

interface Write {
  readonly target: number;
  /** Indexes of the fields that the value depends on; undefined if one of them may be missing. */
  readonly given: readonly (number | undefined)[] | undefined;
}

function writesOf(uses: readonly FieldUse[], isSet: BitSet | undefined, fields: Fields): readonly Write[] {
  const writes: Write[] = [];
  const setHere = new Set<number>();
  for (const use of uses) {
    const target = use.access === "write" ? fields.place(use.source, use.key) : undefined;
    if (use.access !== "write" || target === undefined) continue;
    const given = use.given?.map((ref) => fields.place(ref.source, ref.key));
    const isGiven = (place: number | undefined): boolean =>
      place !== undefined &&
      (isSet === undefined || fields.list[place]?.source === "Application" || isSet.has(place) || setHere.has(place));
    writes.push({ target, given: given?.every(isGiven) ? given : undefined });
    setHere.add(target);
  }
  return writes;
}
