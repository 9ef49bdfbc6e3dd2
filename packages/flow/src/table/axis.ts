import type { FieldType } from "../node-parts.ts";
import { BitSet } from "../sets/bit-set.ts";
import { compareBoundaries, unionOfRuns, type Boundary, type NumberRun, type NumberSet } from "../sets/number-set.ts";
import { everyValue, type ValueSet } from "../sets/value-set.ts";

/**
 * The values of one column, cut into parts that no cell of the column divides: the runs between the bounds of its cells, or the texts that
 * they name and all others. The last part is missing. Sets of values become sets of parts, which are quick to compare.
 */
export interface Axis {
  readonly size: number;
  /** Every part except missing. */
  readonly present: BitSet;
  readonly missing: number;
  /** Of texts: all that no cell names. */
  readonly other?: number;
  /** Of texts: those that cells contain, by their part. */
  readonly texts: readonly string[];
  /** Of numbers: where each part begins, in order. */
  readonly starts: readonly Boundary[];
  readonly parts: (values: ValueSet) => BitSet;
  readonly values: (parts: BitSet) => ValueSet;
}

export function axisOf(type: FieldType, cells: Iterable<ValueSet>): Axis {
  return type === "String" ? textAxis(cells) : numberAxis(type, cells);
}

function textAxis(cells: Iterable<ValueSet>): Axis {
  const texts = [...new Set([...cells].flatMap((cell) => (cell.sort === "texts" ? [...cell.set.values] : [])))];
  const [other, missing] = [texts.length, texts.length + 1];
  return {
    size: missing + 1,
    present: presentOf(missing),
    missing,
    other,
    texts,
    starts: [],
    parts: (values) => {
      const parts = new BitSet(missing + 1);
      if (values.sort === "numbers") return parts;
      for (const [place, text] of texts.entries()) if (values.set.values.has(text) !== values.set.except) parts.add(place);
      if (values.set.except) parts.add(other);
      if (values.missing) parts.add(missing);
      return parts;
    },
    values: (parts) => {
      const except = parts.has(other);
      return {
        sort: "texts",
        set: { except, values: new Set(texts.filter((_, place) => parts.has(place) !== except)) },
        missing: parts.has(missing),
      };
    },
  };
}

function numberAxis(type: FieldType, cells: Iterable<ValueSet>): Axis {
  const every = everyValue(type, false);
  const space: NumberSet = every.sort === "numbers" ? every.set : [];
  const runs = cut(
    space,
    [...cells].flatMap((cell) => (cell.sort === "numbers" ? cell.set : [])),
  );
  const missing = runs.length;
  return {
    size: missing + 1,
    present: presentOf(missing),
    missing,
    texts: [],
    starts: runs.map(({ from }) => from),
    parts: (values) => {
      const parts = new BitSet(missing + 1);
      if (values.sort === "texts") return parts;
      // Runs were cut at the ends of all sets, so no end is inside a run.
      for (const { from, to } of values.set) {
        const past = firstNotBefore(runs, to);
        for (let place = firstNotBefore(runs, from); place < past; place += 1) parts.add(place);
      }
      if (values.missing) parts.add(missing);
      return parts;
    },
    values: (parts) => ({ sort: "numbers", set: unionOfRuns(runs.filter((_, place) => parts.has(place))), missing: parts.has(missing) }),
  };
}

/** The index of the first run that does not begin before the boundary. */
function firstNotBefore(runs: readonly NumberRun[], boundary: Boundary): number {
  let low = 0;
  for (let past = runs.length; low < past;) {
    const middle = (low + past) >>> 1;
    const run = runs[middle];
    if (run !== undefined && compareBoundaries(run.from, boundary) < 0) low = middle + 1;
    else past = middle;
  }
  return low;
}

function presentOf(missing: number): BitSet {
  const present = new BitSet(missing + 1);
  for (let place = 0; place < missing; place += 1) present.add(place);
  return present;
}

/** The runs of the space, divided at every end of a run of a cell. */
function cut(space: NumberSet, cells: readonly NumberRun[]): readonly NumberRun[] {
  const ends = [...space, ...cells].flatMap(({ from, to }) => [from, to]).sort(compareBoundaries);
  const bounds: Boundary[] = [];
  for (const end of ends) if (bounds.length === 0 || compareBoundaries(bounds.at(-1) ?? end, end) < 0) bounds.push(end);
  const first = space[0]?.from;
  const last = space.at(-1)?.to;
  return bounds.flatMap((from, place) => {
    const to = bounds[place + 1];
    const isInside =
      to !== undefined &&
      first !== undefined &&
      last !== undefined &&
      compareBoundaries(first, from) <= 0 &&
      compareBoundaries(to, last) <= 0;
    return isInside ? [{ from, to }] : [];
  });
}
