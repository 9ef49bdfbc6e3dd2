import { axisOf, type Axis, type FieldType, type ValueSet } from "@airlock/flow";

/** Bytes that the index of one table may have. */
const mostBytes = 8 * 1024 * 1024;

/**
 * Finds the rows of a table that match. Each column is cut into the parts that its cells distinguish; for every part there is a bit for
 * each row that takes it. A row matches where the bits of all columns are set, so that 32 rows are tried at once, and how many bounds
 * and texts a column has costs a binary search or one look-up. Columns for which there is no room are tried row by row.
 */
export class RowIndex {
  readonly #words: number;
  readonly #indexed: readonly number[];
  /** By indexed column: the bits of all its parts, one part after the other. */
  readonly #bits: readonly Uint32Array[];
  readonly #rest: readonly { readonly column: number; readonly takes: readonly { readonly has: (part: number) => boolean }[] }[];

  constructor(axes: readonly Axis[], rows: readonly (readonly ValueSet[])[]) {
    this.#words = (rows.length + 31) >>> 5;
    const bytes = (column: number): number => (axes[column]?.size ?? 0) * this.#words * 4;
    const indexed: number[] = [];
    let left = mostBytes;
    for (const column of [...axes.keys()].toSorted((one, other) => bytes(one) - bytes(other))) {
      left -= bytes(column);
      if (left >= 0) indexed.push(column);
    }
    this.#indexed = indexed;
    this.#bits = indexed.map((column) => this.#bitsOf(column, axes, rows));
    this.#rest = [...axes.entries()].flatMap(([column, axis]) => {
      if (indexed.includes(column)) return [];
      return [{ column, takes: partsOfRows(axis, column, rows) }];
    });
  }

  /** The first row from `from` on that takes these parts, one for each column; -1 where there is none. */
  next(parts: Int32Array, from: number): number {
    const words = this.#words;
    const bits = this.#bits;
    const indexed = this.#indexed;
    // Rows before `from` are left out of its word.
    let left = -1 << (from & 31);
    for (let word = from >>> 5; word < words; word += 1, left = -1) {
      let matching = left;
      for (let place = 0; place < indexed.length && matching !== 0; place += 1) {
        matching &= bits[place]?.[(parts[indexed[place] ?? 0] ?? 0) * words + word] ?? 0;
      }
      for (; matching !== 0; matching &= matching - 1) {
        const row = (word << 5) + 31 - Math.clz32(matching & -matching);
        if (this.#takesRest(row, parts)) return row;
      }
    }
    return -1;
  }

  #takesRest(row: number, parts: Int32Array): boolean {
    for (const { column, takes } of this.#rest) if (takes[row]?.has(parts[column] ?? 0) !== true) return false;
    return true;
  }

  #bitsOf(column: number, axes: readonly Axis[], rows: readonly (readonly ValueSet[])[]): Uint32Array {
    const axis = axes[column];
    const bits = new Uint32Array((axis?.size ?? 0) * this.#words);
    if (axis === undefined) return bits;
    for (const [row, taken] of partsOfRows(axis, column, rows).entries()) {
      for (const part of taken.places()) {
        const word = part * this.#words + (row >>> 5);
        bits[word] = (bits[word] ?? 0) | (1 << (row & 31));
      }
    }
    // The last word has rows that there are not: no part has them.
    return bits;
  }
}

function partsOfRows(axis: Axis, column: number, rows: readonly (readonly ValueSet[])[]): readonly ReturnType<Axis["parts"]>[] {
  const known = new Map<ValueSet | undefined, ReturnType<Axis["parts"]>>();
  return rows.map((takes) => {
    const values = takes[column];
    const parts = known.get(values) ?? (values === undefined ? axis.present : axis.parts(values));
    known.set(values, parts);
    return parts;
  });
}

export function axesOf(types: readonly FieldType[], rows: readonly (readonly ValueSet[])[]): readonly Axis[] {
  return types.map((type, column) => axisOf(type, new Set(rows.flatMap((takes) => takes[column] ?? []))));
}

/** The part of a number; NaN is missing. */
export function numberPart({ starts, missing }: Axis): (value: number) => number {
  const values = Float64Array.from(starts, ({ value }) => value);
  const after = Uint8Array.from(starts, (start) => start.after);
  return (value) => {
    if (value !== value) return missing;
    // The last part that begins at or before the value.
    let low = 0;
    for (let past = values.length; past - low > 1;) {
      const middle = (low + past) >>> 1;
      const start = values[middle] ?? 0;
      if (start < value || (start === value && after[middle] === 0)) low = middle;
      else past = middle;
    }
    return low;
  };
}

/** The part of a text; undefined is missing. */
export function textPart({ texts, other = 0, missing }: Axis): (value: string | undefined) => number {
  const parts = new Map(texts.map((text, part) => [text, part]));
  return (value) => (value === undefined ? missing : (parts.get(value) ?? other));
}
