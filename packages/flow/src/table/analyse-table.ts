/** What the rows of a decision table have in common, and what no row takes. */
import type { FieldType } from "../node-parts.ts";
import { BitSet } from "../sets/bit-set.ts";
import type { ValueSet } from "../sets/value-set.ts";
import { axisOf, type Axis } from "./axis.ts";

interface Overlap {
  readonly first: number;
  readonly second: number;
  /** What both take, column by column. */
  readonly common: readonly ValueSet[];
  /** Whether the first takes all that the second takes, and the other way round. */
  readonly isFirstWider: boolean;
  readonly isSecondWider: boolean;
}

export interface TableAnalysis {
  /** In the order of the rows. */
  readonly overlaps: readonly Overlap[];
  /** Rows that take nothing that the rows above them leave. */
  readonly unreachable: readonly number[];
  /**
   * Values that no row takes, column by column: the first that were found, made wider where no row takes more. Missing values
   * alone are no gap.
   */
  readonly gap: readonly ValueSet[] | undefined;
  /** False where the search was given up, since the table is too large for it. */
  readonly isComplete: boolean;
}

export interface AnalysisOptions {
  /** The overlaps that are wanted; the search ends after `most` of them. */
  readonly wants: (overlap: Pick<Overlap, "first" | "second" | "isFirstWider" | "isSecondWider">) => boolean;
  readonly most: number;
}

/** Comparisons of two sets: some tenths of a second. */
const budget = 10_000_000;

type Box = readonly BitSet[];

/** A row with a cell that cannot be read is undefined and takes nothing. */
export function analyseTable(
  types: readonly FieldType[],
  rows: readonly (readonly ValueSet[] | undefined)[],
  options: AnalysisOptions,
): TableAnalysis {
  return new Analysis(types, rows).run(options);
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
    const overlaps = this.#overlaps(options);
    const unreachable = this.#unreachable();
    const gap = this.#gap();
    return { overlaps, unreachable, gap, isComplete: this.#left > 0 };
  }

  #overlaps({ wants, most }: AnalysisOptions): readonly Overlap[] {
    const overlaps: Overlap[] = [];
    for (const [second, box] of this.#boxes.entries()) {
      if (box === undefined) continue;
      for (let first = 0; first < second; first += 1) {
        const above = this.#boxes[first];
        if (above === undefined || !this.#meet(above, box)) continue;
        const pair = { first, second, isFirstWider: this.#covers(above, box), isSecondWider: this.#covers(box, above) };
        if (wants(pair)) overlaps.push({ ...pair, common: this.#valuesOf(common(above, box)) });
        if (overlaps.length >= most) return overlaps;
      }
    }
    return overlaps;
  }

  #unreachable(): readonly number[] {
    return [...this.#boxes.entries()].flatMap(([row, box]) => {
      if (box === undefined || row === 0) return [];
      const above = this.#boxes.slice(0, row).filter((one) => one !== undefined);
      return this.#uncovered(box, above) === undefined && this.#left > 0 ? [row] : [];
    });
  }

  #gap(): readonly ValueSet[] | undefined {
    const boxes = this.#boxes.filter((box) => box !== undefined);
    const found = this.#uncovered(
      this.#axes.map(({ present }) => present),
      boxes,
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

  /** Any value, any but missing; and with all other texts also missing ones, since `not NL` takes both. */
  #wider(parts: BitSet, column: number): readonly BitSet[] {
    const { present, missing, other } = this.#axis(column);
    const withMissing = (set: BitSet): BitSet => {
      const more = set.copy();
      more.add(missing);
      return more;
    };
    return [withMissing(present), present, ...(other !== undefined && parts.has(other) ? [withMissing(parts)] : [])];
  }

  /** A part of the box that none of the others takes, or undefined where there is none or the budget is spent. */
  #uncovered(box: Box, others: readonly Box[]): Box | undefined {
    const meeting = others.filter((other) => this.#meet(other, box));
    if (this.#left <= 0) return undefined;
    if (meeting.length === 0) return box;
    if (meeting.some((other) => this.#covers(other, box))) return undefined;
    // Cut along a column that not all of them take whole: each piece is then taken whole or not at all.
    const column = this.#order.find((one) => meeting.some((other) => !partsOf(other, one).covers(partsOf(box, one)))) ?? 0;
    for (const piece of this.#pieces(partsOf(box, column), new Set(meeting.map((other) => partsOf(other, column))))) {
      const found = this.#uncovered(
        box.map((parts, place) => (place === column ? piece : parts)),
        meeting,
      );
      if (found !== undefined || this.#left <= 0) return found;
    }
    return undefined;
  }

  /** The parts, divided so that each of the cutting sets has all of a piece or nothing of it. */
  #pieces(parts: BitSet, cutting: ReadonlySet<BitSet>): readonly BitSet[] {
    let pieces: readonly BitSet[] = [parts];
    for (const one of cutting) {
      this.#left -= pieces.length;
      if (this.#left <= 0) return pieces;
      pieces = pieces.flatMap((piece) => {
        if (!one.meets(piece) || one.covers(piece)) return [piece];
        const [inside, outside] = [piece.copy(), piece.copy()];
        inside.intersect(one);
        outside.subtract(one);
        return [inside, outside];
      });
    }
    return pieces;
  }

  #meet(one: Box, other: Box): boolean {
    if (this.#left <= 0) return false;
    return this.#order.every((column) => {
      this.#left -= 1;
      return partsOf(one, column).meets(partsOf(other, column));
    });
  }

  #covers(one: Box, other: Box): boolean {
    this.#left -= this.#order.length;
    return one.every((parts, column) => parts.covers(partsOf(other, column)));
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

const none = new BitSet(0);

function partsOf(box: Box, column: number): BitSet {
  return box[column] ?? none;
}

function common(one: Box, other: Box): Box {
  return one.map((parts, column) => {
    const both = parts.copy();
    both.intersect(partsOf(other, column));
    return both;
  });
}

function averageShare(cells: Iterable<BitSet>, size: number): number {
  let [count, sum] = [0, 0];
  for (const cell of cells) {
    count += 1;
    for (const _ of cell.places()) sum += 1;
  }
  return count === 0 ? 1 : sum / count / size;
}
