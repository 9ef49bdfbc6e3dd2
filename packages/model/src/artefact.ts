/** What a trained model is kept as: the library's text, and what its numbered columns mean to people. It never changes. */
export interface Artefact {
  readonly format: 1;
  readonly forest: string;
  /** In the order of the forest's columns. */
  readonly columns: readonly Column[];
  readonly label: Label;
  /** Of a model that learnt from events: how its columns are worked out from them. */
  readonly events?: EventFeatures;
}

/** What is looked at of somebody's events: counts and sums over so many days each, and how long ago the last one was. */
export interface EventFeatures {
  readonly windows: readonly number[];
  /** The kinds of events that are told apart; all others count as one. */
  readonly kinds: readonly string[];
  readonly hasAmount: boolean;
}

export type Column =
  /** With bands, the number is how many of these rising bounds are at or below it; without, it stands for itself. */
  | { readonly name: string; readonly kind: "number"; readonly bands?: readonly number[] }
  /** A category is the place of its value in this list. */
  | { readonly name: string; readonly kind: "category"; readonly values: readonly string[] };

export type Label =
  | { readonly name: string; readonly kind: "number" }
  /** Two values or more; of two, the score is the probability of the second. */
  | { readonly name: string; readonly kind: "class"; readonly values: readonly string[] };

/** A value as a decision or a datasource has it. */
export type Given = string | number | null | undefined;

/** Writes the numbers of a row, or of one more in a block of rows, from the values of its columns. */
export type RowWriter = (values: readonly Given[], into: Float64Array, at?: number) => void;

/** Neither is in any set of categories, so both go right at every comparison; apart so that they can be counted apart. */
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

/** How many of the rising bounds are at or below the number; a missing one is in no band. */
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
