import { parseFormula } from "../../formula/parse-formula.ts";
import type { ListedTexts, MatchingRows } from "../../production/facts.ts";
import { anyCell, readCell } from "../../table/read-cell.ts";
import type { Table } from "../../table/table.ts";

interface MatchedTable extends Table {
  readonly id: string;
}

export const matchingRows: MatchingRows<MatchedTable> = {
  property: "tableRows",
  texts: (node) => node.inputColumns.flatMap((_, column) => columnTexts(node, column)),
  rows: ({ inputColumns, tableRows }) => {
    const reads = inputColumns.map(({ formula }) => formula);
    return tableRows.map(({ id, inputs }) => ({ rowId: id, reads, cells: inputs }));
  },
  columnIds: ({ inputColumns }) => inputColumns.map(({ id }) => id),
};

/** A row lists a text if its cell matches it. Rows that match everything handle the rest, like the default row, so they list nothing. */
function columnTexts({ id, inputColumns, tableRows }: MatchedTable, column: number): readonly ListedTexts[] {
  const input = inputColumns[column];
  const parsed = input && parseFormula(input.formula);
  if (parsed?.ok !== true || parsed.formula.kind !== "field") return [];
  const listed = new Set<string>();
  const others: ReadonlySet<string>[] = [];
  for (const { inputs } of tableRows) {
    if (inputs.every((cell) => cell.trim() === anyCell)) continue;
    const cell = readCell(inputs[column] ?? anyCell, "String");
    // The intended values of a cell with an error are unknown: it may be any text.
    if (!cell.ok || cell.values.sort !== "texts") return [];
    const { except, values } = cell.values.set;
    if (except) others.push(values);
    else for (const text of values) listed.add(text);
  }
  const has = (text: string) => listed.has(text) || others.some((excepted) => !excepted.has(text));
  const { source, key } = parsed.formula;
  return listed.size === 0 ? [] : [{ nodeId: id, part: "inputColumns", columnId: input?.id ?? "", source, fieldKey: key, has }];
}
