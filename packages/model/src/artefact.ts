/** The stored form of a trained model: LightGBM's text, and the names and types of its numbered columns. Immutable. */
export interface Artefact {
  readonly format: 1;
  readonly forest: string;
  /** In the order of the forest's columns. */
  readonly columns: readonly Column[];
  readonly label: Label;
  /** For a model that learned from events: how its columns are computed from them. */
  readonly events?: EventFeatures;
}

/** The features of a person's events: counts and sums over these numbers of days, and the time since the last one. */
export interface EventFeatures {
  readonly windows: readonly number[];
  /** The kinds of events with features of their own; all others count as one. */
  readonly kinds: readonly string[];
  readonly hasAmount: boolean;
}

export type Column =
  /** With bands, the value is the number of these ascending bounds that are at or below it; without, the number itself. */
  | { readonly name: string; readonly kind: "number"; readonly bands?: readonly number[] }
  /** A category is the index of its value in this list. */
  | { readonly name: string; readonly kind: "category"; readonly values: readonly string[] };

export type Label =
  | { readonly name: string; readonly kind: "number" }
  /** Two values or more; with two, the score is the probability of the second. */
  | { readonly name: string; readonly kind: "class"; readonly values: readonly string[] };

/** A value as a decision or a datasource provides it. */
export type Given = string | number | null | undefined;

/** Writes the numbers of a row, or of one row in a block, from the values of its columns. */
export type RowWriter = (values: readonly Given[], into: Float64Array, at?: number) => void;

/** Neither is in any set of categories, so both go right at every comparison. Distinct, so that they can be counted separately. */
const missingValue = Number.NaN;
const unseenCategory = -1;

export function createRowWriter(columns: readonly Column[]): RowWriter {
  const readers = columns.map(readerOf);
  return (values, into, at = 0) => {
    for (let column = 0; column < readers.length; column += 1) into[at + column] = readers[column]?.(values[column]) ?? missingValue;
  };
}

function readerOf(column: Column): (value: Given) => number {
  if (column.kind === "category") {
    const places = new Map(column.values.map((value, place) => [value, place]));
    return (value) => (value === null || value === undefined ? missingValue : (places.get(String(value)) ?? unseenCategory));
  }
  const number = (value: Given): number =>
    typeof value === "number" ? value : value === null || value === undefined || value === "" ? missingValue : Number(value);
  const { bands } = column;
  return bands === undefined ? number : (value) => bandOf(bands, number(value));
}

/** The number of ascending bounds that are at or below the value; a missing value is in no band. */
export function bandOf(bounds: readonly number[], value: number): number {
  if (Number.isNaN(value)) return missingValue;
  let [low, high] = [0, bounds.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bounds[middle] ?? Infinity) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
