/** Cells of a Decision Table by their position in the grid. */
import {
  anyCell,
  nothingCell,
  parseFormula,
  shownFormula,
  shownReferences,
  storedFormula,
  type Datasets,
  type DecisionTableNode,
  type FieldRef,
  type TableRow,
} from "@airlock/flow";

/** Counted from 0: inputs, outputs, then the reason code. The row behind the last is the default row. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** Both ends are in it. */
export interface CellRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export function rangeOf(one: CellPlace, other: CellPlace): CellRange {
  return {
    top: Math.min(one.row, other.row),
    bottom: Math.max(one.row, other.row),
    left: Math.min(one.column, other.column),
    right: Math.max(one.column, other.column),
  };
}

export function columnCount({ inputColumns, outputColumns }: DecisionTableNode): number {
  return inputColumns.length + outputColumns.length + 1;
}

export type Side = "input" | "output" | "reason";

export function sideOf({ inputColumns, outputColumns }: DecisionTableNode, column: number): Side {
  if (column < inputColumns.length) return "input";
  return column < inputColumns.length + outputColumns.length ? "output" : "reason";
}

/** The field of an input column that is one; undefined for a column with more of a formula. */
export function fieldOfColumn(formula: string): FieldRef | undefined {
  const parsed = parseFormula(formula);
  return parsed.ok && parsed.formula.kind === "field" ? { source: parsed.formula.source, key: parsed.formula.key } : undefined;
}

function rowAt({ tableRows, defaultRows }: DecisionTableNode, row: number): TableRow | undefined {
  return row < tableRows.length ? tableRows[row] : defaultRows[row - tableRows.length];
}

/** As it is stored. Input cells of the default row are empty. */
export function cellAt(node: DecisionTableNode, { row, column }: CellPlace): string {
  const found = rowAt(node, row);
  switch (sideOf(node, column)) {
    case "input":
      return row < node.tableRows.length ? (found?.inputs[column] ?? anyCell) : "";
    case "output":
      return found?.outputs[column - node.inputColumns.length] ?? nothingCell;
    case "reason":
      return found?.reasonCode ?? "";
  }
}

/** What a cell has when nothing is written into it. */
export function emptyCell(node: DecisionTableNode, column: number): string {
  return { input: anyCell, output: nothingCell, reason: "" }[sideOf(node, column)];
}

/** A formula behind `=` is stored with keys and shown with names. */
export function shownCell(stored: string, datasets: Datasets): string {
  return isFormula(stored) ? shownFormula(stored, shownReferences(datasets)).text : stored;
}

export function storedCell(typed: string, datasets: Datasets): string {
  return isFormula(typed) ? storedFormula(typed, datasets) : typed;
}

function isFormula(cell: string): boolean {
  return cell.trimStart().startsWith("=");
}

/** The table with other cells. Positions without a cell, such as an input of the default row, are ignored. */
export function withCells(node: DecisionTableNode, changes: Iterable<CellPlace & { readonly text: string }>): DecisionTableNode {
  const byRow = Map.groupBy(changes, ({ row }) => row);
  const changed = (row: TableRow, place: number): TableRow => {
    const cells = byRow.get(place);
    if (cells === undefined) return row;
    const [inputs, outputs] = [
      padded(row.inputs, node.inputColumns.length, anyCell),
      padded(row.outputs, node.outputColumns.length, nothingCell),
    ];
    let { reasonCode } = row;
    for (const { column, text } of cells) {
      const side = sideOf(node, column);
      if (side === "reason") reasonCode = text;
      else if (side === "output") outputs[column - node.inputColumns.length] = text;
      else if (place < node.tableRows.length) inputs[column] = text;
    }
    return { ...row, inputs: place < node.tableRows.length ? inputs : row.inputs, outputs, reasonCode };
  };
  const first = node.tableRows.length;
  return {
    ...node,
    tableRows: [...byRow.keys()].some((row) => row < first) ? node.tableRows.map(changed) : node.tableRows,
    defaultRows: node.defaultRows.map((row, place) => changed(row, first + place)),
  };
}

function padded(cells: readonly string[], count: number, fallback: string): string[] {
  return Array.from({ length: count }, (_, place) => cells[place] ?? fallback);
}
