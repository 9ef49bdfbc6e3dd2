import { numberedRows } from "../../diff/plain-rows.ts";
import { listsInFormula } from "../../formula/call-arguments.ts";
import { formulaReads, needsOfAll } from "../../formula/formula-reads.ts";
import { parseFormula } from "../../formula/parse-formula.ts";
import { plainFormula } from "../../formula/plain-formula.ts";
import { bareReferences, shownFormula } from "../../formula/reference-texts.ts";
import { limits } from "../../limits.ts";
import type { FieldName, HitPolicy, NodeBase, TableInput, TableOutput, TableRow } from "../../node-parts.ts";
import { hitPolicies } from "../../operators.ts";
import { readTableInputs, readTableOutputs, readTableRows } from "../../parse/items.ts";
import { anyCell, takesMissing } from "../../table/read-cell.ts";
import { nothingCell, readOutput } from "../../table/read-output.ts";
import type { Table } from "../../table/table.ts";
import { tableNumbers } from "../../table/table-numbers.ts";
import { counted } from "../../wording.ts";
import { writeOf } from "../field-uses.ts";
import type { FieldUse, KindDescription, SetText } from "../kind.ts";
import { fieldText } from "../property-texts.ts";
import { checkTable } from "./check-table.ts";
import { matchingRows } from "./matching-rows.ts";

export interface DecisionTableNode extends NodeBase<"DecisionTable">, Table {}

export const decisionTable: KindDescription<DecisionTableNode> = {
  kind: "DecisionTable",
  typeLabel: "Decision Table",
  version: 1,
  hasInPort: true,
  hasOutPort: true,
  defaultColor: "rgb(194,112,61)",
  glyph: [{ d: "M4 5.5h16v13H4z" }, { d: "M4 10h16M4 14.2h16M10 5.5v13" }],
  width: 150,
  height: 50,
  defaultName: "Untitled",
  defaultLabel: "Decision Table",
  defaultProperties: () => ({ hitPolicy: "first", inputColumns: [], outputColumns: [], tableRows: [], defaultRows: [] }),
  readProperties: (node) => {
    const inputColumns = readTableInputs(node, "inputColumns");
    const outputColumns = readTableOutputs(node, "outputColumns");
    const outputs = outputColumns.length;
    return {
      hitPolicy: node.choice("hitPolicy", hitPolicies, "first"),
      inputColumns,
      outputColumns,
      tableRows: readTableRows(node, "tableRows", { max: limits.tableRows, inputs: inputColumns.length, outputs }),
      defaultRows: readTableRows(node, "defaultRows", { max: 1, inputs: 0, outputs }),
    };
  },
  uses: (node) => [
    ...node.inputColumns.flatMap((column, place) => inputUses(column, place, node.tableRows)),
    ...node.outputColumns.flatMap((column, place) => outputUses(column, place, node)),
  ],
  unset: (node) => ({ when: whenUnset(node), give: "a default row" }),
  setTexts: ({ outputColumns, tableRows, defaultRows }) =>
    outputColumns.flatMap(({ resultField }, place) =>
      [...tableRows, ...defaultRows].flatMap(({ outputs }): readonly SetText[] => {
        const cell = readOutput(outputs[place] ?? nothingCell, "String");
        return cell.kind === "literal" && resultField !== "" ? [{ key: resultField, text: String(cell.value) }] : [];
      }),
    ),
  reasonCodes: ({ tableRows, defaultRows }) => [...tableRows, ...defaultRows].map(({ reasonCode }) => reasonCode),
  lists: ({ inputColumns, tableRows, defaultRows }) => [
    ...inputColumns.flatMap(({ formula }) => listsInFormula(formula)),
    ...[...tableRows, ...defaultRows].flatMap(listsInRow),
  ],
  check: checkTable,
  condition: () => [],
  effect: { name: "none" },
  matching: matchingRows,
  numbers: tableNumbers,
  // Spaces around cells, and how formulas are written.
  withoutNoise: (node) => ({
    ...node,
    inputColumns: numberedRows(node.inputColumns).map((column) => ({ ...column, formula: plainFormula(column.formula) })),
    outputColumns: numberedRows(node.outputColumns),
    tableRows: numberedRows(node.tableRows).map(trimmed),
    defaultRows: numberedRows(node.defaultRows).map(trimmed),
  }),
  propertyTexts: {
    hitPolicy: (node) => hitPolicyLabel[node.hitPolicy],
    inputColumns: ({ inputColumns }, fieldName) => inputColumns.map((column) => inputText(column, fieldName)),
    outputColumns: ({ outputColumns }, fieldName) => outputColumns.map(({ resultField }) => fieldText("Runtime", resultField, fieldName)),
    tableRows: (node, fieldName) => node.tableRows.map((row) => tableRowText(row, node, fieldName)),
    defaultRows: (node, fieldName) => node.defaultRows.map((row) => tableRowText(row, node, fieldName)),
  },
  summary: ({ tableRows, hitPolicy }) =>
    tableRows.length === 0 ? "No rows yet" : `${counted(tableRows.length, "row", "rows")}, ${hitPolicyLabel[hitPolicy].toLowerCase()}`,
};

export const hitPolicyLabel: Readonly<Record<HitPolicy, string>> = {
  first: "First match",
  all: "All in order",
  sum: "Sum",
  unique: "Unique",
};

/** A column with a cell about missing values expects them. */
function inputUses({ formula }: TableInput, place: number, rows: readonly TableRow[]): readonly FieldUse[] {
  const parsed = parseFormula(formula);
  if (!parsed.ok) return [];
  const reads = formulaReads(parsed.formula);
  return rows.some(({ inputs }) => takesMissing(inputs[place] ?? anyCell))
    ? reads.map((read) => ({ ...read, missingIsFine: true }))
    : reads;
}

function outputUses({ resultField }: TableOutput, place: number, { tableRows, defaultRows }: Table): readonly FieldUse[] {
  const cells = [...tableRows, ...defaultRows].map(({ outputs }) => readOutput(outputs[place] ?? nothingCell, "String"));
  const formulas = cells.flatMap((cell) => {
    const parsed = cell.kind === "formula" ? parseFormula(cell.text) : undefined;
    return parsed?.ok === true ? [parsed.formula] : [];
  });
  const certain = defaultRows.length > 0 && cells.every(({ kind }) => kind !== "nothing");
  return [...formulas.flatMap(formulaReads), ...writeOf("Runtime", resultField, certain, needsOfAll(formulas))];
}

/** Called after every edit, which leaves nearly all of the rows as they are. */
const listsOfRows = new WeakMap<TableRow, readonly string[]>();

function listsInRow(row: TableRow): readonly string[] {
  const names = listsOfRows.get(row) ?? row.outputs.flatMap(listsInOutput);
  listsOfRows.set(row, names);
  return names;
}

function listsInOutput(cell: string): readonly string[] {
  const output = readOutput(cell, "String");
  return output.kind === "formula" ? listsInFormula(output.text) : [];
}

function whenUnset({ defaultRows }: Table): string {
  return defaultRows.length === 0 ? "sets nothing where no row matches" : "has rows that leave the field as it is";
}

function trimmed(row: TableRow): TableRow {
  const cells = (texts: readonly string[]): readonly string[] => texts.map((text) => text.trim());
  return { ...row, inputs: cells(row.inputs), outputs: cells(row.outputs) };
}

/** What the head of an input column shows. */
export function inputText({ formula }: TableInput, fieldName: FieldName): string {
  return shownFormula(formula, bareReferences(fieldName)).text;
}

/** "employment permanent, bureau_score >= 720: points = 125, reason R07" */
export function tableRowText(row: TableRow, { inputColumns, outputColumns }: Table, fieldName: FieldName): string {
  const when = inputColumns.flatMap((column, place) => {
    const cell = row.inputs[place] ?? anyCell;
    return cell.trim() === anyCell ? [] : [`${inputText(column, fieldName)} ${cell.trim()}`];
  });
  const then = outputColumns.flatMap(({ resultField }, place) => {
    const cell = row.outputs[place] ?? nothingCell;
    if (cell.trim() === nothingCell) return [];
    const shown = shownFormula(cell.trim().replace(/^=\s*/u, ""), bareReferences(fieldName)).text;
    return [`${fieldText("Runtime", resultField, fieldName)} = ${shown}`];
  });
  const reason = row.reasonCode === "" ? [] : [`reason ${row.reasonCode}`];
  const results = [...then, ...reason].join(", ");
  return when.length === 0 ? `otherwise: ${results}` : `${when.join(", ")}: ${results}`;
}
