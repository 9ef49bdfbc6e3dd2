import type { Cells } from "./read-cells.ts";

export type ReadTable<Row> =
  | { readonly ok: true; readonly rows: readonly Row[] }
  /** A whole sentence that says which row and why. */
  | { readonly ok: false; readonly problem: string };

/** Words that people put over a column. */
const words: Readonly<Record<string, readonly string[]>> = {
  band: ["band", "range", "interval", "bin"],
  from: ["from", "min", "lower", "low", "start", "rangefrom", ">=", "least"],
  to: ["to", "max", "upper", "high", "end", "rangeto", "<", "most"],
  value: ["value", "category", "code", "attribute", "text", "answer"],
  score: ["score", "points", "point", "weight", "pts"],
  reasonCode: ["reason", "reasoncode", "reasoncodes", "rc"],
};

const bare = (cell: string): string => cell.toLowerCase().replace(/[\s_.-]/g, "");

/** A first line of which at least two cells are such words is a head. */
export function withoutHead(cells: Cells): { readonly head: readonly string[] | undefined; readonly body: Cells } {
  const [first] = cells;
  const known = new Set(Object.values(words).flat());
  const isHead = first !== undefined && first.filter((cell) => known.has(bare(cell))).length >= 2;
  return isHead ? { head: first, body: cells.slice(1) } : { head: undefined, body: cells };
}

/** Which column is which: by the head where there is one, else in this order. */
export function findColumns(head: readonly string[] | undefined, names: readonly string[]): Readonly<Record<string, number>> {
  if (head === undefined) return Object.fromEntries(names.map((name, column) => [name, column]));
  return Object.fromEntries(names.map((name) => [name, head.findIndex((cell) => words[name]?.includes(bare(cell)) === true)]));
}

export function problemOf(
  index: number,
  head: readonly string[] | undefined,
  why: string,
): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem: `Row ${index + (head === undefined ? 1 : 2)} of the table cannot be read: ${why}.` };
}

export function doubtText(cell: string): string {
  return `${cell} could be a thousand or a fraction. Paste the table without separators between thousands.`;
}
