/** Changes of a Decision Table, each from one table to the next. */
import { anyCell, newTableRow, nothingCell, readCell, type DecisionTableNode, type TableRow } from "@airlock/flow";
import { hasText, readCells, type Cells } from "../cells/read-cells.ts";
import { cellAt, columnCount, emptyCell, sideOf, withCells, type CellPlace, type CellRange } from "./cells.ts";

type Table = DecisionTableNode;

export function insertRow(table: Table, at: number, id: string): Table {
  return { ...table, tableRows: table.tableRows.toSpliced(at, 0, newTableRow(id, table.inputColumns.length, table.outputColumns.length)) };
}

export function deleteRows(table: Table, rows: ReadonlySet<number>): Table {
  return { ...table, tableRows: table.tableRows.filter((_, row) => !rows.has(row)) };
}

/** Moves adjacent rows one position up or down. Returns the same table at either end. */
export function moveRows(table: Table, { top, bottom }: Pick<CellRange, "top" | "bottom">, step: -1 | 1): Table {
  if (top + step < 0 || bottom + step >= table.tableRows.length) return table;
  const moved = table.tableRows.slice(top, bottom + 1);
  return { ...table, tableRows: table.tableRows.toSpliced(top, moved.length).toSpliced(top + step, 0, ...moved) };
}

export function addDefaultRow(table: Table, id: string): Table {
  return table.defaultRows.length > 0 ? table : { ...table, defaultRows: [newTableRow(id, 0, table.outputColumns.length)] };
}

export function addInput(table: Table, id: string, formula: string): Table {
  const place = table.inputColumns.length;
  return {
    ...table,
    inputColumns: [...table.inputColumns, { id, formula }],
    tableRows: table.tableRows.map((row) => ({ ...row, inputs: [...row.inputs.slice(0, place), anyCell] })),
  };
}

export function addOutput(table: Table, id: string, resultField: string): Table {
  const place = table.outputColumns.length;
  const wider = (row: TableRow): TableRow => ({ ...row, outputs: [...row.outputs.slice(0, place), nothingCell] });
  return {
    ...table,
    outputColumns: [...table.outputColumns, { id, resultField }],
    tableRows: table.tableRows.map(wider),
    defaultRows: table.defaultRows.map(wider),
  };
}

/** The reason code stays: it is a column of every table. */
export function deleteColumn(table: Table, column: number): Table {
  const side = sideOf(table, column);
  if (side === "reason") return table;
  if (side === "input") {
    return {
      ...table,
      inputColumns: table.inputColumns.toSpliced(column, 1),
      tableRows: table.tableRows.map((row) => ({ ...row, inputs: row.inputs.toSpliced(column, 1) })),
    };
  }
  const place = column - table.inputColumns.length;
  const narrower = (row: TableRow): TableRow => ({ ...row, outputs: row.outputs.toSpliced(place, 1) });
  return {
    ...table,
    outputColumns: table.outputColumns.toSpliced(place, 1),
    tableRows: table.tableRows.map(narrower),
    defaultRows: table.defaultRows.map(narrower),
  };
}

/** One position to the left or right within its side. */
export function moveColumn(table: Table, column: number, step: -1 | 1): Table {
  const side = sideOf(table, column);
  const to = column + step;
  if (side === "reason" || to < 0 || sideOf(table, to) !== side) return table;
  const first = side === "input" ? 0 : table.inputColumns.length;
  const swapped = <Item>(items: readonly Item[]): readonly Item[] => {
    const [one, other] = [items[column - first], items[to - first]];
    return one === undefined || other === undefined ? items : items.with(column - first, other).with(to - first, one);
  };
  if (side === "input") {
    return {
      ...table,
      inputColumns: swapped(table.inputColumns),
      tableRows: table.tableRows.map((row) => ({ ...row, inputs: swapped(row.inputs) })),
    };
  }
  const changed = (row: TableRow): TableRow => ({ ...row, outputs: swapped(row.outputs) });
  return {
    ...table,
    outputColumns: swapped(table.outputColumns),
    tableRows: table.tableRows.map(changed),
    defaultRows: table.defaultRows.map(changed),
  };
}

/** The order decides with the policy first, so that sorting is for tables in which it does not matter, and for reading. */
export function sortRows(table: Table, column: number, direction: 1 | -1): Table {
  const keyed = table.tableRows.map((row, place) => ({ row, key: sortKey(cellAt(table, { row: place, column })) }));
  return { ...table, tableRows: keyed.toSorted((one, other) => direction * compareKeys(one.key, other.key)).map(({ row }) => row) };
}

/** The least number of a cell, or its text. `-` is behind everything. */
function sortKey(cell: string): number | string {
  if (cell.trim() === anyCell) return Infinity;
  const read = readCell(cell, "Float");
  if (read.ok && read.values.sort === "numbers") return read.values.set[0]?.from.value ?? Infinity;
  return cell.toLowerCase();
}

function compareKeys(one: number | string, other: number | string): number {
  if (typeof one === "number" && typeof other === "number") return one === other ? 0 : one - other;
  if (typeof one === "string" && typeof other === "string") return one.localeCompare(other);
  // Numbers before texts, and `-` last.
  return (one === Infinity ? 2 : typeof one === "string" ? 1 : 0) - (other === Infinity ? 2 : typeof other === "string" ? 1 : 0);
}

/** The top row of a range in all of its rows. */
export function fillDown(table: Table, rows: readonly number[], { left, right }: Pick<CellRange, "left" | "right">): Table {
  const [first, ...rest] = rows;
  if (first === undefined) return table;
  const changes = rest.flatMap((row) =>
    columnsFrom(left, right).map((column) => ({ row, column, text: cellAt(table, { row: first, column }) })),
  );
  return withCells(table, changes);
}

export function clearCells(table: Table, rows: readonly number[], { left, right }: Pick<CellRange, "left" | "right">): Table {
  return withCells(
    table,
    rows.flatMap((row) => columnsFrom(left, right).map((column) => ({ row, column, text: emptyCell(table, column) }))),
  );
}

/** The same text in every cell of a range. */
export function writeAll(table: Table, rows: readonly number[], { left, right }: Pick<CellRange, "left" | "right">, text: string): Table {
  return withCells(
    table,
    rows.flatMap((row) => columnsFrom(left, right).map((column) => ({ row, column, text }))),
  );
}

function columnsFrom(left: number, right: number): readonly number[] {
  return Array.from({ length: right - left + 1 }, (_, place) => left + place);
}

/** The rows of pasted cells. */
export interface PasteRows {
  /** By their index in the table, in the order of the pasted rows. */
  readonly rows: readonly number[];
  /** The last ones, which the table does not have yet. */
  readonly added: number;
}

/** Where `count` rows are pasted from a position among the shown ones: into those, then into new rows at the end. Hidden rows are not written. */
export function pasteRows({ tableRows, defaultRows }: Table, shown: readonly number[], position: number, count: number): PasteRows {
  // Cells that are pasted onto the default row stay in it; in a table without rows they become rows.
  if (position >= shown.length && tableRows.length > 0 && defaultRows.length > 0) return { rows: [tableRows.length], added: 0 };
  const existing = shown.slice(position, position + count);
  const added = count - existing.length;
  return { rows: [...existing, ...Array.from({ length: added }, (_, index) => tableRows.length + index)], added };
}

/** Pastes cells of a spreadsheet into these rows. */
export function pasteCells(
  table: Table,
  into: PasteRows,
  column: number,
  cells: readonly (readonly string[])[],
  newId: () => string,
): Table {
  let grown = table;
  for (let count = 0; count < into.added; count += 1) grown = insertRow(grown, grown.tableRows.length, newId());
  return withCells(grown, pastedCells(table, into, column, cells));
}

/** The cells to write; an empty cell becomes the default of its column. Cells beyond the last column and inputs of the default row are ignored. */
export function pastedCells(
  table: Table,
  { rows, added }: PasteRows,
  from: number,
  cells: readonly (readonly string[])[],
): readonly (CellPlace & { readonly text: string })[] {
  const past = columnCount(table);
  return rows.flatMap((row, down) => {
    const first = row < table.tableRows.length + added ? 0 : table.inputColumns.length;
    return (cells[down] ?? []).flatMap((text, right) => {
      const column = from + right;
      if (column < first || column >= past) return [];
      return [{ row, column, text: text.trim() === "" ? emptyCell(table, column) : text.trim() }];
    });
  });
}

/** As a spreadsheet reads it. */
export function copiedText(rows: readonly (readonly string[])[]): string {
  const quoted = (cell: string): string => (/[\t\n\r"]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const lines = rows.map((row) => row.map(quoted).join("\t"));
  // Without a line break of its own, an empty line at the end is not a row.
  return lines.at(-1) === "" ? `${lines.join("\n")}\n` : lines.join("\n");
}

/** The cells of a copied text. Blank rows keep their position; at the end, those that do not fit into the shown rows are left out. */
export function copiedCells(text: string, shownBelow: number): Cells {
  // Copied cells are separated by tabs. Commas and semicolons belong to a cell, such as "NL, BE".
  const cells = readCells(text, { delimiter: "\t", blankRows: true });
  const filled = cells.findLastIndex(hasText) + 1;
  return cells.slice(0, Math.max(filled, shownBelow, 1));
}
