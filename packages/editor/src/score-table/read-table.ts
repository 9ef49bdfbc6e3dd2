import type { Cells } from "../cells/read-cells.ts";

export type ReadTable<Row> =
  | { readonly ok: true; readonly rows: readonly ReadRow<Row>[] }
  /** A sentence about why it cannot be read. */
  | { readonly ok: false; readonly problem: string };

/** One line of a table: what it became, or why it cannot be read. */
export type ReadRow<Row> = { readonly line: number; readonly cells: readonly string[] } & (
  | { readonly row: Row; readonly problem?: never }
  | { readonly row?: never; readonly problem: string }
);

/** Common column headings, by column. In sets: they are compared with files and not shown, so they are not translated. */
const headingsOf: Readonly<Record<string, ReadonlySet<string>>> = {
  band: new Set(["band", "range", "interval", "bin"]),
  from: new Set(["from", "min", "lower", "low", "start", "rangefrom", ">=", "least"]),
  to: new Set(["to", "max", "upper", "high", "end", "rangeto", "<", "most"]),
  value: new Set(["value", "category", "code", "attribute", "text", "answer"]),
  score: new Set(["score", "points", "point", "weight", "pts"]),
  reasonCode: new Set(["reason", "reasoncode", "reasoncodes", "rc"]),
};
const allHeadings = new Set(Object.values(headingsOf).flatMap((headings) => [...headings]));

const bare = (cell: string): string => cell.toLowerCase().replace(/[\s_.-]/g, "");

/** A first line with at least two such cells is a heading. */
export function withoutHead(cells: Cells): { readonly head: readonly string[] | undefined; readonly body: Cells } {
  const [first] = cells;
  const isHead = first !== undefined && first.filter((cell) => allHeadings.has(bare(cell))).length >= 2;
  return isHead ? { head: first, body: cells.slice(1) } : { head: undefined, body: cells };
}

/** The columns by the heading if there is one, else in this order. */
export function findColumns(head: readonly string[] | undefined, names: readonly string[]): Readonly<Record<string, number>> {
  if (head === undefined) return Object.fromEntries(names.map((name, column) => [name, column]));
  return Object.fromEntries(names.map((name) => [name, head.findIndex((cell) => headingsOf[name]?.has(bare(cell)) === true)]));
}

/** The lines of a table, each parsed separately; a parser returns a row, or why it cannot be read. */
export function readLines<Row>(
  body: Cells,
  head: readonly string[] | undefined,
  read: (cells: readonly string[]) => Row | string,
): readonly ReadRow<Row>[] {
  return body.map((cells, index) => {
    const line = index + (head === undefined ? 1 : 2);
    const row = read(cells);
    return typeof row === "string" ? { line, cells, problem: row } : { line, cells, row };
  });
}

export function doubtText(cell: string): string {
  return `${cell} could be a thousand or a fraction. Paste the table without separators between thousands.`;
}
