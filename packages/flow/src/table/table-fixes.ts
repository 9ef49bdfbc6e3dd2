/** Cells that close a gap of a decision table or end an overlap, for fixes that write them. */
import type { FieldType, TableRow } from "../node-parts.ts";
import { complement, intersection, isEmpty, type ValueSet } from "../sets/value-set.ts";
import { typeFormula, type FormulaScope } from "../formula/type-formula.ts";
import { findGap } from "./analyse-table.ts";
import { printCell } from "./print-cell.ts";
import { anyCell, readCell, within } from "./read-cell.ts";
import type { Table } from "./table.ts";

/** The types of the input columns; undefined where the formula of one is wrong. */
export function inputTypes({ inputColumns }: Pick<Table, "inputColumns">, scope: FormulaScope): readonly FieldType[] | undefined {
  const types = inputColumns.map(({ formula }) => {
    const typed = typeFormula(formula, scope);
    return typed.ok ? typed.formula.type : undefined;
  });
  return types.every((one) => one !== undefined) ? types : undefined;
}

/** The input cells of a row for values that no row matches. */
export function cellsOfGap(node: Table, types: readonly FieldType[]): readonly string[] | undefined {
  const sets = node.tableRows.map((row) => takenBy(row, types));
  return findGap(types, sets)?.map((values, column) => printCell(values, types[column] ?? "String"));
}

export interface CellChange {
  readonly column: number;
  readonly cell: string;
}

/** The cell with which a row no longer overlaps with a row above it; undefined if one cell is not enough. */
export function cellWithoutOverlap(node: Table, types: readonly FieldType[], row: number): CellChange | undefined {
  const own = takenBy(node.tableRows[row], types);
  if (own === undefined) return undefined;
  for (const above of node.tableRows.slice(0, row)) {
    const taken = takenBy(above, types);
    if (taken === undefined || own.some((values, column) => isEmpty(both(values, taken[column])))) continue;
    // If the row exceeds the one above in a single column only, the rest is a row again.
    const wider = own.flatMap((values, column) => (isEmpty(rest(values, taken[column], types[column])) ? [] : [column]));
    const [column] = wider;
    if (column === undefined || wider.length > 1) continue;
    const values = own[column];
    if (values !== undefined) return { column, cell: printCell(rest(values, taken[column], types[column]), types[column] ?? "String") };
  }
  return undefined;
}

interface Taken {
  readonly types: string;
  readonly sets: readonly ValueSet[] | undefined;
}

/** Cached: every overlap is compared with the rows above it, thousands of them in a large table. */
const knownRows = new WeakMap<TableRow, Taken>();

function takenBy(row: TableRow | undefined, types: readonly FieldType[]): readonly ValueSet[] | undefined {
  const key = types.join(" ");
  const known = row && knownRows.get(row);
  if (known?.types === key) return known.sets;
  const read = types.map((type, column) => readCell(row?.inputs[column] ?? anyCell, type));
  const sets = read.every((cell) => cell.ok) ? read.map(({ values }) => values) : undefined;
  if (row !== undefined) knownRows.set(row, { types: key, sets });
  return sets;
}

function both(one: ValueSet, other: ValueSet | undefined): ValueSet {
  return other === undefined ? one : intersection(one, other);
}

function rest(values: ValueSet, without: ValueSet | undefined, type: FieldType = "String"): ValueSet {
  return without === undefined ? values : intersection(values, within(type, complement(without)));
}
