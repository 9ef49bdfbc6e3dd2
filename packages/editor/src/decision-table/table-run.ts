import { held, type Value } from "@airlock/engine";
import { anyCell, hasValue, readCell, typeFormula, type DecisionTableNode, type FieldType, type ValueSet } from "@airlock/flow";
import { fieldOf } from "../document/fields-of.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { formulaScope } from "../document/formula-scope.ts";
import type { NodeRun } from "../trace/values-at.ts";
import { fieldOfColumn } from "./cells.ts";

/** The value of a column in a run. Undefined instead of it if unknown. */
export interface ColumnValue {
  readonly value: Value;
}

/** A table with the values of a run, as the table is now: cells that were changed since are compared too. */
export interface TableRun {
  /** By column, inputs before outputs. */
  readonly columns: readonly (ColumnValue | undefined)[];
  /** The rows that match; with the policy first only the first. The default row, with the index after the last, if none does. */
  readonly matched: ReadonlySet<number>;
  /** Whether the cell of an input column does not match the value of the run. */
  readonly isMissed: (row: number, column: number) => boolean;
}

/** Undefined if the run did not reach the table. */
export function tableRun(document: FlowDocument, node: DecisionTableNode, run: NodeRun | undefined): TableRun | undefined {
  if (run === undefined) return undefined;
  const inputs = node.inputColumns.map(({ formula }) => inputOf(document, formula, run));
  const sets = new Map<string, ValueSet | undefined>();
  const setOf = (cell: string, type: FieldType): ValueSet | undefined => {
    const key = `${type} ${cell}`;
    if (!sets.has(key)) {
      const read = readCell(cell, type);
      sets.set(key, read.ok ? read.values : undefined);
    }
    return sets.get(key);
  };
  const takes = (row: number, column: number): boolean | undefined => {
    const input = inputs[column];
    const set = input && setOf(node.tableRows[row]?.inputs[column] ?? anyCell, input.type);
    return input === undefined ? undefined : set !== undefined && hasValue(set, held(input.type, input.value));
  };
  return {
    columns: [...inputs, ...node.outputColumns.map(({ resultField }) => outputOf(document, resultField, run))],
    matched: inputs.includes(undefined) ? none : matchedRows(node, takes),
    isMissed: (row, column) => row < node.tableRows.length && takes(row, column) === false,
  };
}

const none: ReadonlySet<number> = new Set();

function matchedRows(node: DecisionTableNode, takes: (row: number, column: number) => boolean | undefined): ReadonlySet<number> {
  const matched = new Set<number>();
  const isMatch = (row: number): boolean => node.inputColumns.every((_, column) => takes(row, column) === true);
  for (const row of node.tableRows.keys()) {
    if (!isMatch(row)) continue;
    matched.add(row);
    if (node.hitPolicy === "first") break;
  }
  if (matched.size === 0 && node.defaultRows.length > 0) matched.add(node.tableRows.length);
  return matched;
}

function inputOf(document: FlowDocument, formula: string, run: NodeRun): { readonly type: FieldType; readonly value: Value } | undefined {
  const typed = typeFormula(formula, formulaScope(document));
  if (!typed.ok) return undefined;
  const { type } = typed.formula;
  const computed = run.columns?.get(formula);
  if (computed !== undefined) return { type, value: computed.value };
  const column = fieldOfColumn(formula);
  const name = column && fieldOf(document, column.source, column.key)?.name;
  if (column === undefined || name === undefined) return undefined;
  const given = column.source === "Application" ? run.application : run.runtime;
  return { type, value: Object.hasOwn(given, name) ? given[name] : undefined };
}

function outputOf(document: FlowDocument, key: string, { after }: NodeRun): ColumnValue | undefined {
  const name = fieldOf(document, "Runtime", key)?.name;
  return after === undefined || name === undefined ? undefined : { value: Object.hasOwn(after, name) ? after[name] : undefined };
}

/** As cells compare it: a Boolean as 0 or 1, a Date as its day number. */
