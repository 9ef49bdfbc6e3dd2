import type { FormulaType } from "../../formula/formula.ts";
import { shownFormula } from "../../formula/reference-texts.ts";
import { typeFormula } from "../../formula/type-formula.ts";
import { aFormulaType } from "../../formula/typing.ts";
import type { DatasetField, FieldType, TableInput, TableRow } from "../../node-parts.ts";
import { typeFits } from "../../operators.ts";
import type { ValueSet } from "../../sets/value-set.ts";
import { analyseTable, type TableAnalysis } from "../../table/analyse-table.ts";
import { printCell } from "../../table/print-cell.ts";
import { anyCell, readCell, type CellProblem, type ReadCell } from "../../table/read-cell.ts";
import { readOutput } from "../../table/read-output.ts";
import type { Table } from "../../table/table.ts";
import { aType, type Check } from "../../validate/check.ts";
import { listed } from "../../wording.ts";

export function checkTable(node: Table, check: Check): void {
  const columns = node.inputColumns.map((column, place) => checkInput(column, place, check));
  if (columns.length === 0) check.report("TABLE_INPUT_MISSING", { node: check.title }, "inputColumns");
  const fields = checkOutputs(node, check);
  if (node.tableRows.length === 0) check.report("TABLE_ROWS_MISSING", { node: check.title }, "tableRows");
  const sets = checkInputCells(node.tableRows, columns, check);
  checkOutputCells(node, "tableRows", fields, check);
  checkOutputCells(node, "defaultRows", fields, check);
  const types = columns.map((column) => column?.type);
  if (sets !== undefined && types.every((type) => type !== undefined)) checkRows(node, columns, { types, sets }, check);
}

interface Column {
  /** As its head shows it. */
  readonly name: string;
  readonly type: FieldType;
}

/** Undefined if the formula of the column is invalid: its cells are not checked then. */
function checkInput({ formula }: TableInput, place: number, check: Check): Column | undefined {
  const what = `input column ${place + 1}`;
  if (formula.trim() === "") {
    check.report("FIELD_UNSET", { where: check.where, what: `the field of ${what}` }, "inputColumns", place);
    return undefined;
  }
  const typed = typeFormula(formula, check.scope);
  const { text, position } = shownFormula(formula, (source, key) => check.formulaReference(source, key));
  if (typed.ok) return { name: text, type: typed.formula.type };
  for (const { code, from, to, message } of typed.problems) {
    const range = { from: position(from), to: position(to) };
    check.reportText(code, { where: check.where, what, at: range.from + 1, problem: message }, "inputColumns", place, range);
  }
  return undefined;
}

function checkOutputs({ outputColumns, tableRows, defaultRows, hitPolicy }: Table, check: Check): readonly (DatasetField | undefined)[] {
  const hasReasons = [...tableRows, ...defaultRows].some(({ reasonCode }) => reasonCode !== "");
  if (outputColumns.length === 0 && !hasReasons) check.report("TABLE_OUTPUT_MISSING", { node: check.title }, "outputColumns");
  const seen = new Set<string>();
  return outputColumns.map(({ resultField }, place) => {
    const what = `output column ${place + 1}`;
    const wanted = hitPolicy === "sum" ? "numberField" : "field";
    const field = check[wanted]("Runtime", resultField, `the field of ${what}`, "outputColumns", place);
    if (field !== undefined && seen.has(field.key)) {
      check.report("TABLE_OUTPUT_TWICE", { node: check.title, field: field.name }, "outputColumns", place);
    }
    seen.add(resultField);
    return field;
  });
}

/** The values that each row matches; undefined for a row with an invalid cell. Undefined if the list of findings is full. */
function checkInputCells(
  rows: readonly TableRow[],
  columns: readonly (Column | undefined)[],
  check: Check,
): readonly (readonly ValueSet[] | undefined)[] | undefined {
  const known = columns.map(() => new Map<string, ReadCell>());
  const sets: (readonly ValueSet[] | undefined)[] = [];
  for (const [item, { inputs }] of rows.entries()) {
    const taken: ValueSet[] = [];
    for (const [place, column] of columns.entries()) {
      if (column === undefined) continue;
      const text = inputs[place] ?? anyCell;
      const read = known[place]?.get(text) ?? readCell(text, column.type);
      known[place]?.set(text, read);
      if (read.ok) taken.push(read.values);
      else reportCell(read.problem, { property: "tableRows", item, column: place }, column.name, check);
    }
    if (check.isFull) return undefined;
    sets.push(taken.length === columns.length ? taken : undefined);
  }
  return sets;
}

function checkOutputCells(
  { inputColumns, ...node }: Table,
  property: "tableRows" | "defaultRows",
  fields: readonly (DatasetField | undefined)[],
  check: Check,
): void {
  for (const [item, { outputs }] of node[property].entries()) {
    for (const [place, field] of fields.entries()) {
      if (field === undefined) continue;
      const found = outputProblem(outputs[place] ?? "", field, check);
      if (found !== undefined) reportCell(found, { property, item, column: inputColumns.length + place }, field.name, check);
    }
    if (check.isFull) return;
  }
}

function outputProblem(text: string, field: DatasetField, check: Check): CellProblem | undefined {
  const read = readOutput(text, field.type);
  if (read.kind === "problem") return read.problem;
  if (read.kind !== "formula") return undefined;
  const typed = typeFormula(read.text, check.scope);
  if (typed.ok) {
    return fits(typed.formula.type, field.type)
      ? undefined
      : {
          from: 0,
          to: text.length,
          message: `The formula gives ${aFormulaType[typed.formula.type]}, but ${field.name} is ${aType[field.type]} field.`,
        };
  }
  const [{ from, to, message }] = typed.problems;
  const { position } = shownFormula(read.text, (source, key) => check.formulaReference(source, key));
  return { from: read.from + position(from), to: read.from + position(to), message };
}

/** A Float that has no fraction fits into an Integer field. */
function fits(given: FormulaType, wanted: FieldType): boolean {
  return typeFits(given, wanted) || (given === "Float" && wanted === "Integer");
}

function reportCell(
  { from, to, message }: CellProblem,
  place: { readonly property: string; readonly item: number; readonly column: number },
  column: string,
  check: Check,
): void {
  const row = place.property === "tableRows" ? `row ${place.item + 1}` : "the default row";
  check.reportCell("TABLE_CELL", { node: check.title, row, column, problem: message }, { ...place, from, to });
}

interface Rows {
  readonly types: readonly FieldType[];
  readonly sets: readonly (readonly ValueSet[] | undefined)[];
}

/** Gaps and overlaps. Where all matching rows count, both are as they should be. */
function checkRows(node: Table, columns: readonly (Column | undefined)[], rows: Rows, check: Check): void {
  const { hitPolicy, tableRows, defaultRows } = node;
  if (hitPolicy === "all" || hitPolicy === "sum" || tableRows.length === 0 || rows.types.length === 0) return;
  const { overlaps, unreachable, gap } = analysisOf(node, rows);
  const shown = (box: readonly ValueSet[]): string => {
    const parts = box.flatMap((values, place) => {
      const column = columns[place];
      const cell = column === undefined ? anyCell : printCell(values, column.type);
      return cell === anyCell || column === undefined ? [] : [`${column.name} ${cell}`];
    });
    return parts.length === 0 ? "everything" : listed(parts);
  };
  for (const { first, second, common } of overlaps) {
    const details = { node: check.title, first: first + 1, second: second + 1, values: shown(common) };
    check.report(hitPolicy === "unique" ? "TABLE_NOT_UNIQUE" : "TABLE_OVERLAP", details, "tableRows", second);
  }
  if (hitPolicy === "first") {
    for (const row of unreachable) check.report("TABLE_ROW_UNREACHABLE", { node: check.title, row: row + 1 }, "tableRows", row);
  }
  if (gap !== undefined && defaultRows.length === 0) {
    check.report("TABLE_GAP", { node: check.title, values: shown(gap) }, "tableRows", tableRows.length - 1);
  }
}

const maxOverlaps = 20;

/** Cached: a table is analysed again only after it changed, not after other edits of the flow. */
const analyses = new WeakMap<readonly TableRow[], { readonly key: string; readonly analysis: TableAnalysis }>();

function analysisOf({ tableRows, hitPolicy }: Table, { types, sets }: Rows): TableAnalysis {
  const key = [hitPolicy, ...types].join(" ");
  const known = analyses.get(tableRows);
  if (known?.key === key) return known.analysis;
  const results = tableRows.map(({ outputs, reasonCode }) => JSON.stringify([...outputs.map((cell) => cell.trim()), reasonCode]));
  const analysis = analyseTable(types, sets, {
    max: maxOverlaps,
    // With the first match, a wider row below a narrower one is how exceptions are written, and equal results are no conflict.
    wants: ({ first, second, isFirstWider, isSecondWider }) =>
      hitPolicy === "unique" || (!isFirstWider && !isSecondWider && results[first] !== results[second]),
  });
  analyses.set(tableRows, { key, analysis });
  return analysis;
}
