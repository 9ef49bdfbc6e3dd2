import { CsvReader } from "./csv-reader.ts";

/** How a CSV file separates its cells. */
export interface Dialect {
  /** One ASCII character. */
  readonly delimiter: string;
  /** Rows before the header: `sep=;` of a spreadsheet. */
  readonly skipRows: 0 | 1;
}

const candidates = [",", ";", "\t", "|", "^", "~"] as const;
const rowsLookedAt = 200;

/** The delimiter with which most rows have the same number of cells. A file of one column has none, and a comma is harmless. */
export function guessDialect(text: Buffer): Dialect {
  const declared = /^sep=([,;\t|^~])\r?\n/i.exec(text.toString("latin1", 0, 16));
  if (declared?.[1] !== undefined) return { delimiter: declared[1], skipRows: 1 };
  let best = { delimiter: ",", score: 0 };
  for (const delimiter of candidates) {
    const score = evenness(text, delimiter);
    if (score > best.score) best = { delimiter, score };
  }
  return { delimiter: best.delimiter, skipRows: 0 };
}

/** The share of rows with the most frequent number of cells, slightly more for more cells; 0 if that number is one. */
function evenness(text: Buffer, delimiter: string): number {
  const counts = new Map<number, number>();
  let rows = 0;
  const reader = new CsvReader(delimiter.charCodeAt(0), () => {
    rows += 1;
    counts.set(reader.cells, (counts.get(reader.cells) ?? 0) + 1);
    if (rows === rowsLookedAt) reader.stop();
  });
  reader.write(text);
  // The last row of a sample is incomplete; it counts only if it is the only one.
  if (rows === 0) reader.end();
  const [usual = 0, often = 0] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
  return usual < 2 ? 0 : often / rows + Math.min(usual, 100) / 1000;
}
