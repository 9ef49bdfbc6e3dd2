/** Overlaps between the rows of a decision table, and values that no row matches. */
import type { FieldType } from "../node-parts.ts";
import { BitSet } from "../sets/bit-set.ts";
import type { ValueSet } from "../sets/value-set.ts";
import { axisOf, type Axis } from "./axis.ts";

interface Overlap {
  readonly first: number;
  readonly second: number;
  /** The values that both match, column by column. */
  readonly common: readonly ValueSet[];
  /** Whether the first matches everything that the second matches, and vice versa. */
  readonly isFirstWider: boolean;
  readonly isSecondWider: boolean;
}

export interface TableAnalysis {
  /** In the order of the rows. */
  readonly overlaps: readonly Overlap[];
  /** Rows that match nothing that the rows above them leave. */
  readonly unreachable: readonly number[];
  /**
   * Values that no row matches, column by column: the first that were found, widened as far as no row matches. Missing values alone are no
   * gap.
   */
  readonly gap: readonly ValueSet[] | undefined;
  /** False if the search was abandoned because the table is too large for it. */
  readonly isComplete: boolean;
}

export interface AnalysisOptions {
  /** Which overlaps to report; the search ends after `max` of them. */
  readonly wants: (overlap: Pick<Overlap, "first" | "second" | "isFirstWider" | "isSecondWider">) => boolean;
  readonly max: number;
}

/** The maximum number of tested words of 32 parts or rows: some tenths of a second. */
const budget = 100_000_000;

/** The values that a row matches: a set of parts for each column. */
type Box = readonly BitSet[];

/** A row with an invalid cell is undefined and matches nothing. */
export function analyseTable(
  types: readonly FieldType[],
  rows: readonly (readonly ValueSet[] | undefined)[],
  options: AnalysisOptions,
): TableAnalysis {
  return new Analysis(types, rows).run(options);
}

/** Values that no row matches, as in `analyseTable`. */
export function findGap(types: readonly FieldType[], rows: readonly (readonly ValueSet[] | undefined)[]): readonly ValueSet[] | undefined {
  return new Analysis(types, rows).gap();
}

class Analysis {
  readonly #axes: readonly Axis[];
  /** The most selective first: the first comparison then separates most rows that have nothing in common. */
  readonly #order: readonly number[];
  readonly #boxes: readonly (Box | undefined)[];
  #left = budget;

  constructor(types: readonly FieldType[], rows: readonly (readonly ValueSet[] | undefined)[]) {
    this.#axes = types.map((type, column) => axisOf(type, new Set(rows.flatMap((row) => row?.[column] ?? []))));
    const known = this.#axes.map(() => new Map<ValueSet, BitSet>());
    this.#boxes = rows.map((row) =>
      row?.map((values, column) => {
        const parts = known[column]?.get(values) ?? this.#axis(column).parts(values);
        known[column]?.set(values, parts);
        return parts;
      }),
    );
    const width = this.#axes.map(({ size }, column) => averageShare(known[column]?.values() ?? [], size));
    this.#order = types.map((_, column) => column).toSorted((one, other) => (width[one] ?? 0) - (width[other] ?? 0));
  }

  run(options: AnalysisOptions): TableAnalysis {
    const meeting = this.#rowsThatMeet();
    const overlaps = this.#overlaps(meeting, options);
    const unreachable = this.#unreachable(meeting);
    const gap = this.gap();
    return { overlaps, unreachable, gap, isComplete: this.#left > 0 };
  }

  /** For each row, the rows that may overlap with it. Cells with many parts are assumed to overlap with every row of their column. */
  #rowsThatMeet(): readonly BitSet[] {
    const count = this.#boxes.length;
    const all = new BitSet(count);
    for (const [row, box] of this.#boxes.entries()) if (box !== undefined) all.add(row);
    const meeting = this.#boxes.map(() => all.copy());
    for (const column of this.#order) {
      const { size } = this.#axis(column);
      const rowsOfPart = Array.from({ length: size }, () => new BitSet(count));
      for (const [row, box] of this.#boxes.entries())
        if (box !== undefined) for (const part of partsOf(box, column).places()) rowsOfPart[part]?.add(row);
      const byCell = Map.groupBy(this.#boxes.entries(), ([, box]) => (box === undefined ? none : partsOf(box, column)));
      for (const [cell, rows] of byCell) {
        if (cell.count > maxUnited) continue;
        const rowsOfCell = new BitSet(count);
        for (const part of cell.places()) rowsOfCell.unite(rowsOfPart[part] ?? none);
        for (const [row] of rows) meeting[row]?.intersect(rowsOfCell);
        this.#left -= (cell.count + rows.length) * rowsOfCell.words.length;
      }
      // A few rows are compared more quickly one by one.
      if (meeting.reduce((sum, rows) => sum + rows.count, 0) <= count * fewMeeting) break;
    }
    return meeting;
  }

  #overlaps(meeting: readonly BitSet[], { wants, max }: AnalysisOptions): readonly Overlap[] {
    const overlaps: Overlap[] = [];
    for (const [second, box] of this.#boxes.entries()) {
      if (box === undefined || this.#left <= 0) continue;
      for (const first of placesBelow(meeting[second], second)) {
        const above = this.#boxes[first];
        if (above === undefined || !this.#meet(above, box)) continue;
        const pair = { first, second, isFirstWider: this.#covers(above, box), isSecondWider: this.#covers(box, above) };
        if (wants(pair)) overlaps.push({ ...pair, common: this.#valuesOf(common(above, box)) });
        if (overlaps.length >= max || this.#left <= 0) return overlaps;
      }
    }
    return overlaps;
  }

  #unreachable(meeting: readonly BitSet[]): readonly number[] {
    return [...this.#boxes.entries()].flatMap(([row, box]) => {
      if (box === undefined || this.#left <= 0) return [];
      const above = [...placesBelow(meeting[row], row)].flatMap((place) => {
        const one = this.#boxes[place];
        return one !== undefined && this.#meet(one, box) ? [one] : [];
      });
      return this.#uncovered(box, above) === undefined && this.#left > 0 ? [row] : [];
    });
  }

  gap(): readonly ValueSet[] | undefined {
    const boxes = this.#boxes.filter((box) => box !== undefined);
    const space = this.#axes.map(({ present }) => present);
    const found = this.#uncovered(
      space,
      boxes.filter((box) => this.#meet(box, space)),
    );
    if (found === undefined || this.#left <= 0) return undefined;
    let wide: Box = found;
    for (const column of this.#axes.keys()) {
      for (const parts of this.#wider(partsOf(found, column), column)) {
        const wider = wide.map((now, place) => (place === column ? parts : now));
        if (boxes.some((box) => this.#meet(box, wider))) continue;
        wide = wider;
        break;
      }
    }
    return this.#valuesOf(wide);
  }

  /** Any value, any but missing; and with all other texts also missing ones, since `not NL` matches both. */
  #wider(parts: BitSet, column: number): readonly BitSet[] {
    const { present, missing, other } = this.#axis(column);
    const withMissing = (set: BitSet): BitSet => {
      const more = set.copy();
      more.add(missing);
      return more;
    };
    return [withMissing(present), present, ...(other !== undefined && parts.has(other) ? [withMissing(parts)] : [])];
  }

  /** A part of the box that none of the others, all of which intersect it, covers; undefined if there is none or the budget is spent. */
  #uncovered(box: Box, others: readonly Box[]): Box | undefined {
    if (this.#left <= 0) return undefined;
    if (others.length === 0) return box;
    if (others.some((other) => this.#covers(other, box))) return undefined;
    // Split along a column that not all of them cover: each piece is then covered or disjoint.
    const column = this.#order.find((one) => others.some((other) => !partsOf(other, one).covers(partsOf(box, one)))) ?? 0;
    for (const { parts, boxes } of this.#pieces(partsOf(box, column), column, others)) {
      const found = this.#uncovered(
        box.map((now, place) => (place === column ? parts : now)),
        boxes,
      );
      if (found !== undefined || this.#left <= 0) return found;
    }
    return undefined;
  }

  /** The parts, grouped by which of the others match them. */
  #pieces(parts: BitSet, column: number, others: readonly Box[]): readonly { readonly parts: BitSet; readonly boxes: readonly Box[] }[] {
    const takers = new Map<number, number[]>(Array.from(parts.places(), (part) => [part, []]));
    for (const [place, other] of others.entries()) {
      for (const part of partsOf(other, column).places()) takers.get(part)?.push(place);
      this.#left -= parts.words.length;
    }
    const pieces = new Map<string, { readonly parts: BitSet; readonly boxes: readonly Box[] }>();
    for (const [part, places] of takers) {
      this.#left -= places.length;
      const key = places.join(" ");
      const piece = pieces.get(key) ?? {
        parts: new BitSet(parts.words.length << 5),
        boxes: places.map((place) => others[place]).filter((other) => other !== undefined),
      };
      piece.parts.add(part);
      pieces.set(key, piece);
    }
    return [...pieces.values()];
  }

  #meet(one: Box, other: Box): boolean {
    if (this.#left <= 0) return false;
    return this.#order.every((column) => {
      this.#left -= partsOf(one, column).words.length;
      return partsOf(one, column).meets(partsOf(other, column));
    });
  }

  #covers(one: Box, other: Box): boolean {
    return one.every((parts, column) => {
      this.#left -= parts.words.length;
      return parts.covers(partsOf(other, column));
    });
  }

  #valuesOf(box: Box): readonly ValueSet[] {
    return box.map((parts, column) => this.#axis(column).values(parts));
  }

  #axis(column: number): Axis {
    const axis = this.#axes[column];
    if (axis === undefined) throw new RangeError("A row has more cells than the table has columns");
    return axis;
  }
}

const fewMeeting = 8;
/** Cells with more parts separate few rows from each other. */
const maxUnited = 200;

const none = new BitSet(0);

function partsOf(box: Box, column: number): BitSet {
  return box[column] ?? none;
}

function* placesBelow(set: BitSet | undefined, past: number): Generator<number> {
  if (set === undefined) return;
  for (const place of set.places()) {
    if (place >= past) return;
    yield place;
  }
}

function common(one: Box, other: Box): Box {
  return one.map((parts, column) => {
    const both = parts.copy();
    both.intersect(partsOf(other, column));
    return both;
  });
}

function averageShare(cells: Iterable<BitSet>, size: number): number {
  let [cellCount, parts] = [0, 0];
  for (const cell of cells) {
    cellCount += 1;
    parts += cell.count;
  }
  return cellCount === 0 ? 1 : parts / cellCount / size;
}
