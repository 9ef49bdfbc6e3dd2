/** Some rows of many, column by column. */
export interface RowSample {
  /** Which rows these are, rising. */
  readonly picked: Int32Array;
  readonly columns: readonly Float64Array[];
}

/** One of every few rows, and not always the same one of them: rows may come in a rhythm. All of them where there are no more. */
export function sampleRows(rows: Float64Array, width: number, most: number): RowSample {
  const count = rows.length / width;
  const step = Math.max(1, Math.ceil(count / most));
  const picked = new Int32Array(Math.floor(count / step));
  const columns = Array.from({ length: width }, () => new Float64Array(picked.length));
  for (let at = 0; at < picked.length; at += 1) {
    const row = at * step + ((Math.imul(at, 2_654_435_761) >>> 8) % step);
    picked[at] = row;
    // Row by row, as they lie in memory: column by column every number would be fetched by itself.
    for (let place = 0; place < width; place += 1) {
      const column = columns[place];
      if (column !== undefined) column[at] = rows[row * width + place] ?? Number.NaN;
    }
  }
  return { picked, columns };
}
