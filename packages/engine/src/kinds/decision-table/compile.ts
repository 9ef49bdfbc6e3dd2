import type { DecisionTableNode, TypedFormula } from "@airlock/flow";
import { op } from "../../compile/bytecode.ts";
import { todayEffect } from "../../formula/today-effect.ts";
import { compileResult, formulaCompiler, type FormulaSources } from "../../formula/compile-result.ts";
import { addFloat, largestInteger } from "../../number.ts";
import type { Slot } from "../../program/parts.ts";
import type { ExplainedTable } from "../../record/explained.ts";
import { State, type Test } from "../../run/state.ts";
import { shown } from "../../shown.ts";
import type { Value } from "../../types.ts";
import type { EngineKind } from "../kind.ts";
import { lowerTable } from "./lower.ts";
import type { DecisionTableOperation, OutputCell, OutputRow } from "./operation.ts";
import { axesOf, numberPart, RowIndex, textPart } from "./row-index.ts";

export const decisionTable: EngineKind<DecisionTableNode, DecisionTableOperation> = {
  since: 3,
  lower: lowerTable,
  reads: ({ reads }) => reads,
  writes: ({ targets, rows, fallback }) =>
    targets.map((target, column) => ({ target, literals: literalsOf([...rows, ...(fallback === undefined ? [] : [fallback])], column) })),
  compile: (operation) => {
    const run = compileTable(operation);
    return operation.usesToday ? todayEffect([run]) : (writer) => writer.write(op.compute, writer.test(run));
  },
  explain: (operation, state) => ({ table: explainTable(operation, state) }),
};

/** Undefined where one of them is computed. */
function literalsOf(rows: readonly OutputRow[], column: number): readonly number[] | undefined {
  const cells = rows.map(({ cells: outputs }) => outputs[column]);
  if (cells.some((cell) => cell?.kind === "formula")) return undefined;
  return cells.flatMap((cell) => (cell?.kind === "literal" && typeof cell.value === "number" ? [cell.value] : []));
}

/** For explanations, of which there may be thousands of one table. */
const compiledInputs = new WeakMap<DecisionTableOperation, CompiledInputs>();

/** For a state that is not changed. The day is a parameter: a table that is the first to use it gets it only when it runs. */
function explainTable(operation: DecisionTableOperation, state: State): (today: number) => ExplainedTable {
  const copy = new State([...state.numbers], [...state.texts], [...state.taken]);
  copy.lookups = state.lookups;
  const compiled = compiledInputs.get(operation) ?? compileInputs(operation);
  compiledInputs.set(operation, compiled);
  return (today) => {
    copy.today = today;
    const { index, read, values } = compiled;
    const parts = read(copy);
    if (parts === undefined) return { rows: [], inputs: [] };
    const first = index.next(parts, 0);
    const rows = first < 0 ? [] : operation.hitPolicy === "first" ? [first] : rowsFrom(index, parts, first);
    return { rows, inputs: values(copy) };
  };
}

interface CompiledInputs {
  readonly index: RowIndex;
  /** [DT1] The part of each column that its value is in; undefined where a formula failed. Overwritten by the next call. */
  readonly read: (state: State) => Int32Array | undefined;
  /** The values of the columns, for explanations. */
  readonly values: (state: State) => ExplainedTable["inputs"];
}

function compileInputs({ inputs, rows, reads, lists }: DecisionTableOperation): CompiledInputs {
  const takes = rows.map((row) => row.takes);
  const axes = axesOf(
    inputs.map(({ type }) => type),
    takes,
  );
  const compiler = formulaCompiler({ reads, lists });
  const partOf = (formula: TypedFormula, column: number): ((state: State) => number) => {
    const axis = axes[column];
    if (axis === undefined) throw new RangeError("A column without an axis");
    if (formula.type === "String") {
      const [text, part] = [compiler.text(formula), textPart(axis)];
      return (state) => part(text(state));
    }
    const [number, part] = [compiler.number(formula), numberPart(axis)];
    return (state) => part(number(state));
  };
  const readers = inputs.map(partOf);
  const parts = new Int32Array(inputs.length);
  const read = (state: State): Int32Array | undefined => {
    for (let column = 0; column < readers.length; column += 1) {
      parts[column] = readers[column]?.(state) ?? 0;
      if (state.fault !== undefined) return undefined;
    }
    return parts;
  };
  const valueOf = (formula: TypedFormula): ((state: State) => Value) => {
    const text = formula.type === "String" ? compiler.text(formula) : undefined;
    const number = text === undefined ? compiler.number(formula) : undefined;
    return (state) => {
      const held = text?.(state) ?? number?.(state);
      return held !== held ? undefined : shown(formula.type, held);
    };
  };
  let columns: readonly ((state: State) => Value)[] | undefined;
  const values = (state: State): ExplainedTable["inputs"] => {
    columns ??= inputs.map(valueOf);
    return columns.map((value) => ({ value: value(state) }));
  };
  return { index: new RowIndex(axes, takes), read, values };
}

/** What the table does with the rows that match; false where it failed, with the fault in the state. */
function compileTable(operation: DecisionTableOperation): Test {
  const { hitPolicy, rows, fallback } = operation;
  const { index, read } = compileInputs(operation);
  const apply = compileOutputs(operation);
  const past = fallback === undefined ? -1 : rows.length;
  const sum = hitPolicy === "sum" ? compileSums(operation) : undefined;
  return (state) => {
    const parts = read(state);
    if (parts === undefined) return false;
    const first = index.next(parts, 0);
    if (first < 0) return past < 0 || apply(state, past);
    switch (hitPolicy) {
      case "first":
        return apply(state, first);
      case "unique":
        if (index.next(parts, first + 1) < 0) return apply(state, first);
        state.fail("TABLE_NOT_UNIQUE");
        return false;
      case "all":
        // The parts are of the values before the first row.
        for (const row of rowsFrom(index, parts, first)) if (!apply(state, row)) return false;
        return true;
      case "sum":
        return sum?.(state, rowsFrom(index, parts, first)) === true;
    }
  };
}

function rowsFrom(index: RowIndex, parts: Int32Array, first: number): readonly number[] {
  const rows: number[] = [];
  for (let row = first; row >= 0; row = index.next(parts, row + 1)) rows.push(row);
  return rows;
}

type Apply = (state: State, row: number) => boolean;

const nothing = 0;
const literal = 1;

interface OutputColumn {
  readonly isText: boolean;
  readonly place: number;
  /** By row, the fallback last: nothing, a literal, or 2 and the position of a formula. */
  readonly kinds: Int32Array;
  readonly numbers: Float64Array;
  readonly texts: readonly (string | undefined)[];
  readonly formulas: readonly Test[];
}

/** [DT4] Stores the outputs of a row, from the left, then adds its reason code. */
function compileOutputs({ targets, rows, fallback, reads, lists }: DecisionTableOperation): Apply {
  const all: readonly OutputRow[] = fallback === undefined ? rows : [...rows, fallback];
  const columns = targets.map((target, column) =>
    outputColumn(
      target,
      all.map(({ cells }) => cells[column]),
      { reads, lists },
    ),
  );
  const reasons = all.map(({ reasonCode }) => reasonCode);
  return (state, row) => {
    for (const { isText, place, kinds, numbers, texts, formulas } of columns) {
      const kind = kinds[row] ?? nothing;
      if (kind === nothing) continue;
      if (kind !== literal) {
        if (formulas[kind - 2]?.(state) !== true) return false;
      } else if (isText) state.texts[place] = texts[row];
      else state.numbers[place] = numbers[row] ?? NaN;
    }
    const reason = reasons[row] ?? "";
    if (reason !== "") state.giveReason(reason);
    return true;
  };
}

function outputColumn(target: Slot, cells: readonly (OutputCell | undefined)[], sources: FormulaSources): OutputColumn {
  const formulas: Test[] = [];
  const kindOf = (cell: OutputCell | undefined): number => {
    if (cell?.kind === "formula") return formulas.push(compileResult({ formula: cell.formula, target }, sources)) + 1;
    return cell?.kind === "literal" ? literal : nothing;
  };
  return {
    isText: target.type === "String",
    place: target.place,
    kinds: Int32Array.from(cells, kindOf),
    numbers: Float64Array.from(cells, (cell) => (cell?.kind === "literal" ? Number(cell.value) : NaN)),
    texts: cells.map((cell) => (cell?.kind === "literal" ? String(cell.value) : undefined)),
    formulas,
  };
}

/** [DT5] Column by column: the sum of the rows' outputs, in their order; then their reason codes. */
function compileSums({ targets, rows, reads, lists }: DecisionTableOperation): (state: State, matching: readonly number[]) => boolean {
  const columns = targets.map((target, column) => ({
    target,
    cells: outputColumn(
      target,
      rows.map(({ cells }) => cells[column]),
      { reads, lists },
    ),
  }));
  return (state, matching) => {
    for (const { target, cells } of columns) {
      const before = state.numbers[target.place] ?? NaN;
      let sum = NaN;
      for (const row of matching) {
        const more = addend(cells, row, before, state);
        if (state.fault !== undefined) return false;
        if (more !== more) continue;
        sum = sum !== sum ? more : target.type === "Integer" ? sum + more : addFloat(sum, more);
        if (!(sum <= largestInteger && sum >= -largestInteger)) {
          state.fail(target.type === "Integer" ? "INTEGER_OVERFLOW" : "NUMBER_OVERFLOW");
          return false;
        }
      }
      if (sum === sum) state.numbers[target.place] = sum;
    }
    for (const row of matching) {
      const reason = rows[row]?.reasonCode ?? "";
      if (reason !== "") state.giveReason(reason);
    }
    return true;
  };
}

/** What a cell adds, of the type of the field; NaN for nothing. A formula stores its result in the field, which is then restored. */
function addend({ kinds, numbers, formulas, place }: OutputColumn, row: number, before: number, state: State): number {
  const kind = kinds[row] ?? nothing;
  if (kind === nothing) return NaN;
  if (kind === literal) return numbers[row] ?? NaN;
  formulas[kind - 2]?.(state);
  const more = state.numbers[place] ?? NaN;
  state.numbers[place] = before;
  return more;
}
