/** A Decision Table as sheets of an Excel file, and back. */
import type { Datasets, DecisionTableNode } from "@airlock/flow";
import type { Sheet } from "@airlock/interchange/xlsx";
import type { Cells } from "../cells/read-cells.ts";
import { cellAt, shownCell } from "./cells.ts";

/** The head of the last column. */
const reasonHead = "Reason code";
const defaultSheet = "Default row";

/** The rows, the default row, and the fields of the flow for reference. */
export function excelSheets(node: DecisionTableNode, heads: readonly string[], datasets: Datasets): readonly Sheet[] {
  const names = [...heads, reasonHead];
  const line = (row: number): readonly string[] => names.map((_, column) => shownCell(cellAt(node, { row, column }), datasets));
  const inputs = node.inputColumns.length;
  const fields = [
    ...datasets.applicationDatasetFields.map((field) => ["Application", field.name, field.type]),
    ...datasets.runtimeDatasetFields.map((field) => ["Runtime", field.name, field.type]),
  ];
  return [
    { name: node.label, cells: [names, ...node.tableRows.map((_, row) => line(row))] },
    ...node.defaultRows.map((_, row) => ({
      name: defaultSheet,
      cells: [names.slice(inputs), line(node.tableRows.length + row).slice(inputs)],
    })),
    { name: "Fields", cells: [["Dataset", "Name", "Type"], ...fields] },
  ];
}

export type ExcelRows =
  | { readonly ok: true; readonly cells: Cells; readonly notes: readonly string[] }
  | { readonly ok: false; readonly problem: string };

/** The rows of the first sheet in the order of the table's columns, which are found by their heads. */
export function excelRows(sheets: readonly Sheet[], node: DecisionTableNode, heads: readonly string[], datasets: Datasets): ExcelRows {
  const [first] = sheets;
  const [head = [], ...rows] = first?.cells ?? [];
  const names = [...heads, reasonHead];
  const columns = names.map((name, column) => {
    const earlier = names.slice(0, column).filter((other) => other === name).length;
    return head.flatMap((text, index) => (text.trim() === name ? [index] : []))[earlier];
  });
  if (columns.every((column) => column === undefined)) {
    return { ok: false, problem: `The first row must have the heads of the columns: ${names.join(", ")}.` };
  }
  const filled = rows.filter((row) => row.some((text) => text.trim() !== ""));
  if (filled.length === 0) return { ok: false, problem: "There are no rows below the heads." };
  // A column that the file does not have keeps its cells.
  const kept = (row: number, column: number): string =>
    row < node.tableRows.length ? shownCell(cellAt(node, { row, column }), datasets) : "";
  const cells = filled.map((row, index) => columns.map((column, own) => (column === undefined ? kept(index, own) : (row[column] ?? ""))));
  const absent = names.filter((_, column) => columns[column] === undefined);
  const unknown = head.filter((text, index) => text.trim() !== "" && !columns.includes(index));
  return {
    ok: true,
    cells,
    notes: [
      ...(absent.length === 0 ? [] : [`The file has no column ${absent.join(", ")}: its cells stay as they are.`]),
      ...(unknown.length === 0 ? [] : [`The table has no column ${unknown.join(", ")}: it is left out.`]),
      ...(sheets.length > 1 && sheets.some(({ name }) => name === defaultSheet) ? ["The default row stays as it is."] : []),
    ],
  };
}
