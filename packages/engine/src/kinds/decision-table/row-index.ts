import { axisOf, type Axis, type FieldType, type ValueSet } from "@airlock/flow";

/** Bytes that the bitmaps of one table may have. */
const maxBytes = 8 * 1024 * 1024;

type Parts = ReturnType<Axis["parts"]>;

/** A column with a bitmap of rows for each of its parts. */
interface IndexedColumn {
  readonly column: number;
  /** The bitmaps of all parts, one after the other. */
  readonly bits: Uint32Array;
  /** By part: the first word with a row that matches it, and the one after the last. */
  readonly firstWord: Int32Array;
  readonly pastWord: Int32Array;
}

/**
 * Finds the rows of a table that match, with a bitmap index. Each column is divided into the parts that its cells distinguish; for every
 * part there is a bit for each row that matches it. A row matches where the bits of all columns are set, so that 32 rows are tested at
 * once, and finding the part of a value costs a binary search or one lookup, however many bounds and texts a column has. Only words between
 * the first and the last row of every part are tested: in a table that is sorted by a column, those are few. Columns that exceed the memory
 * limit are tested row by row.
 */
export class RowIndex {
  readonly #rows: number;
  readonly #words: number;
  readonly #indexed: readonly IndexedColumn[];
  readonly #rest: readonly { readonly column: number; readonly takes: readonly Parts[] }[];

  constructor(axes: readonly Axis[], rows: readonly (readonly ValueSet[])[]) {
    this.#rows = rows.length;
    this.#words = (rows.length + 31) >>> 5;
    const columns = [...axes.entries()].flatMap(([column, axis]) => {
      const takes = partsOfRows(axis, column, rows);
      const share = takes.reduce((sum, parts) => sum + parts.count, 0) / Math.max(1, takes.length * axis.size);
      // A column that every row matches decides nothing.
      return share === 1 ? [] : [{ column, takes, share, size: axis.size }];
    });
    let left = maxBytes;
    const fits = new Set(
      columns.toSorted((one, other) => one.size - other.size).filter(({ size }) => (left -= size * this.#words * 4) >= 0),
    );
    // The most selective first: most words are empty after it.
    const bySelection = columns.filter((one) => fits.has(one)).toSorted((one, other) => one.share - other.share);
    this.#indexed = bySelection.map(({ column, takes, size }) => indexColumn(column, takes, size, this.#words));
    this.#rest = columns.filter((one) => !fits.has(one));
  }

  /** The first row from `from` on that matches these parts, one for each column; -1 if there is none. */
  next(parts: Int32Array, from: number): number {
    const words = this.#words;
    const indexed = this.#indexed;
    let word = from >>> 5;
    let past = words;
    for (const { column, firstWord, pastWord } of indexed) {
      const part = parts[column] ?? 0;
      word = Math.max(word, firstWord[part] ?? 0);
      past = Math.min(past, pastWord[part] ?? 0);
    }
    for (; word < past; word += 1) {
      // Rows before `from` are masked in its word.
      let matching = word === from >>> 5 ? -1 << (from & 31) : -1;
      for (const { column, bits } of indexed) {
        matching &= bits[(parts[column] ?? 0) * words + word] ?? 0;
        if (matching === 0) break;
      }
      for (; matching !== 0; matching &= matching - 1) {
        const row = (word << 5) + 31 - Math.clz32(matching & -matching);
        // Without a deciding column, the last word has bits beyond the last row.
        if (row >= this.#rows) return -1;
        if (this.#takesRest(row, parts)) return row;
      }
    }
    return -1;
  }

  #takesRest(row: number, parts: Int32Array): boolean {
    for (const { column, takes } of this.#rest) if (takes[row]?.has(parts[column] ?? 0) !== true) return false;
    return true;
  }
}

function indexColumn(column: number, takes: readonly Parts[], size: number, words: number): IndexedColumn {
  const bits = new Uint32Array(size * words);
  const firstWord = new Int32Array(size).fill(words);
  const pastWord = new Int32Array(size);
  for (const [row, taken] of takes.entries()) {
    const word = row >>> 5;
    for (const part of taken.places()) {
      const at = part * words + word;
      bits[at] = (bits[at] ?? 0) | (1 << (row & 31));
      firstWord[part] = Math.min(firstWord[part] ?? words, word);
      pastWord[part] = word + 1;
    }
  }
  return { column, bits, firstWord, pastWord };
}

function partsOfRows(axis: Axis, column: number, rows: readonly (readonly ValueSet[])[]): readonly Parts[] {
  const known = new Map<ValueSet | undefined, Parts>();
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
