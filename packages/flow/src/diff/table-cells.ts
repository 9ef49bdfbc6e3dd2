/** Cells of a decision table belong to columns by their index. A merge puts those of both users under the merged columns, by the columns' ids. */
import type { NodeOf } from "../definition.ts";
import { newTableRow } from "../new-items.ts";
import { anyCell } from "../table/read-cell.ts";
import { nothingCell } from "../table/read-output.ts";
import type { Table } from "../table/table.ts";

type Columns = Pick<Table, "inputColumns" | "outputColumns">;

export function isTable(thing: object | undefined): thing is NodeOf<"DecisionTable"> {
  return thing !== undefined && "type" in thing && thing.type === "DecisionTable";
}

/** The table with other columns. Columns that it removed since `base` have the cells of `base`; new columns have empty cells. */
export function withColumns<Changed extends Table>(table: Changed, columns: Columns, base: Table | undefined): Changed {
  const earlier = new Map([...(base?.tableRows ?? []), ...(base?.defaultRows ?? [])].map((row) => [row.id, row]));
  const inputs = cellsUnder(table.inputColumns, columns.inputColumns, base?.inputColumns, anyCell);
  const outputs = cellsUnder(table.outputColumns, columns.outputColumns, base?.outputColumns, nothingCell);
  return {
    ...table,
    ...columns,
    tableRows: table.tableRows.map((row) => ({
      ...row,
      inputs: inputs(row.inputs, earlier.get(row.id)?.inputs),
      outputs: outputs(row.outputs, earlier.get(row.id)?.outputs),
    })),
    defaultRows: table.defaultRows.map((row) => ({ ...row, outputs: outputs(row.outputs, earlier.get(row.id)?.outputs) })),
  };
}

type WithIds = readonly { readonly id: string }[];
type Cells = readonly string[];

function cellsUnder(own: WithIds, columns: WithIds, base: WithIds = [], empty: string): (cells: Cells, earlier?: Cells) => Cells {
  if (own.length === columns.length && own.every(({ id }, at) => id === columns[at]?.id)) return (cells) => cells;
  const indexIn = (all: WithIds, id: string) => all.findIndex((column) => column.id === id);
  const indexes = columns.map(({ id }) => ({ index: indexIn(own, id), before: indexIn(base, id) }));
  return (cells, earlier = []) => indexes.map(({ index, before }) => cells[index] ?? earlier[before] ?? empty);
}

/** Whether one user changed cells of columns that the other removed; such cells of an added row are changed too. */
export function hasCellsOfRemoved(property: string, base: object | undefined, changed: object, removing: object): boolean {
  if (!isTable(base) || !isTable(changed) || !isTable(removing)) return false;
  if (property !== "inputColumns" && property !== "outputColumns") return false;
  const remaining = new Set(removing[property].map(({ id }) => id));
  const removed: Columns = {
    inputColumns: [],
    outputColumns: [],
    [property]: base[property].filter(({ id }) => !remaining.has(id)),
  };
  const rowsOf = (table: Table) => {
    const { tableRows, defaultRows } = withColumns(table, removed, undefined);
    return [...tableRows, ...defaultRows];
  };
  const earlier = new Map(rowsOf(base).map((row) => [row.id, row]));
  return rowsOf(changed).some(({ id, inputs, outputs }) => {
    const before = earlier.get(id) ?? newTableRow(id, inputs.length, outputs.length);
    return inputs.some((cell, at) => cell !== before.inputs[at]) || outputs.some((cell, at) => cell !== before.outputs[at]);
  });
}
