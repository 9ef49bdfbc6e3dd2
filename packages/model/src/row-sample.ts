/** A sample of rows, by column. */
export interface RowSample {
  /** Indices of the rows, ascending. */
  readonly picked: Int32Array;
  readonly columns: readonly Float64Array[];
}

/** One of every few rows, at varying offsets, because rows may be periodic. All rows if there are no more than `max`. */
export function sampleRows(rows: Float64Array, width: number, max: number): RowSample {
  const count = rows.length / width;
  const step = Math.max(1, Math.ceil(count / max));
  const picked = new Int32Array(Math.floor(count / step));
  const columns = Array.from({ length: width }, () => new Float64Array(picked.length));
  for (let at = 0; at < picked.length; at += 1) {
    const row = at * step + ((Math.imul(at, 2_654_435_761) >>> 8) % step);
    picked[at] = row;
    // Row by row, in the order of memory: column by column would cause a cache miss per number.
    for (let place = 0; place < width; place += 1) {
      const column = columns[place];
      if (column !== undefined) column[at] = rows[row * width + place] ?? Number.NaN;
    }
  }
  return { picked, columns };
}
