/** Completions for a cell of a Decision Table: values that the solution already has for the same field. */
import {
  anyCell,
  nodeCondition,
  nodeReasonCodes,
  nodeSetTexts,
  nothingCell,
  outputText,
  printCell,
  readCell,
  rightHandOf,
  textItem,
  typeFormula,
  type ConditionItem,
  type DecisionTableNode,
  type FieldRef,
  type FieldType,
  type FlowNode,
} from "@airlock/flow";
import { fieldOf } from "../document/fields-of.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { formulaScope } from "../document/formula-scope.ts";
import { cellAt, fieldOfColumn, sideOf, type Side } from "./cells.ts";

const maxOffered = 8;
/** Of a column with more distinct values, rare ones are not searched at each keystroke. */
const maxValues = 500;

/** Cells of a column or items of its cells, the most frequent first, then values of other parts of the solution. */
export function columnValues(document: FlowDocument, node: DecisionTableNode, column: number): readonly string[] {
  const side = sideOf(node, column);
  const values =
    side === "reason" ? reasonCodes(document, node) : side === "output" ? outputs(document, node, column) : inputs(document, node, column);
  return [...new Set(values)].filter((value) => value !== "" && value !== anyCell && value !== nothingCell).slice(0, maxValues);
}

function inputs(document: FlowDocument, node: DecisionTableNode, column: number): readonly string[] {
  const { formula = "" } = node.inputColumns[column] ?? {};
  const typed = typeFormula(formula, formulaScope(document));
  if (!typed.ok) return [];
  const { type } = typed.formula;
  const field = fieldOfColumn(formula);
  const own = distinctCells(node, column).flatMap((cell) => itemsOf(cell, type));
  if (type === "Boolean") return ["true", "false"];
  if (field === undefined) return own;
  return [
    ...own,
    ...tablesOf(document, node).flatMap((table) => tableItems(table, field, type)),
    ...conditionsOf(document).flatMap((condition) => conditionItems(condition, field, type)),
    ...document.nodes.toArray().flatMap((one) => scoredItems(one, field, type)),
    ...(field.source === "Runtime" ? setTexts(document, node, field.key).map((text) => printed(text, type)) : []),
    ...testTexts(document, field).map((text) => printed(text, type)),
  ];
}

function outputs(document: FlowDocument, node: DecisionTableNode, column: number): readonly string[] {
  const { resultField = "" } = node.outputColumns[column - node.inputColumns.length] ?? {};
  const type = fieldOf(document, "Runtime", resultField)?.type;
  if (type === undefined) return [];
  if (type === "Boolean") return ["true", "false"];
  const text = (value: string): string => (type === "String" ? outputText(value) : value);
  return [
    ...distinctCells(node, column).filter((cell) => !cell.startsWith("=")),
    ...setTexts(document, node, resultField).map(text),
    ...conditionsOf(document).flatMap((condition) => literalsFor(condition, { source: "Runtime", key: resultField }).map(text)),
    ...testTexts(document, { source: "Runtime", key: resultField }).map(text),
  ];
}

function reasonCodes(document: FlowDocument, node: DecisionTableNode): readonly string[] {
  const others = document.nodes.toArray().filter(({ id }) => id !== node.id);
  const last = node.inputColumns.length + node.outputColumns.length;
  return [...distinctCells(node, last), ...Object.keys(document.reasonTexts), ...others.flatMap(nodeReasonCodes)];
}

interface CountedCells {
  readonly column: number;
  readonly cells: readonly string[];
}
const known = new WeakMap<DecisionTableNode["tableRows"], CountedCells>();

/** The different cells of a column, the most frequent first. */
function distinctCells(node: DecisionTableNode, column: number): readonly string[] {
  const found = known.get(node.tableRows);
  if (found?.column === column) return found.cells;
  const counts = new Map<string, number>();
  for (const row of node.tableRows.keys()) {
    const cell = cellAt(node, { row, column }).trim();
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  const cells = [...counts].toSorted(([, one], [, other]) => other - one).map(([cell]) => cell);
  known.set(node.tableRows, { column, cells });
  return cells;
}

/** Of texts the single values, since they are listed in any combination; of numbers and dates the cell, such as an interval. */
function itemsOf(cell: string, type: FieldType): readonly string[] {
  if (type !== "String") return [cell];
  const read = readCell(cell, type);
  return read.ok && read.values.sort === "texts" ? Array.from(read.values.set.values, textItem) : [];
}

function tablesOf(document: FlowDocument, own: DecisionTableNode): readonly DecisionTableNode[] {
  return document.nodes.toArray().filter((node) => node.type === "DecisionTable" && node.id !== own.id) as DecisionTableNode[]; // by their type
}

function tableItems(table: DecisionTableNode, field: FieldRef, type: FieldType): readonly string[] {
  return table.inputColumns.flatMap(({ formula }, column) => {
    const one = fieldOfColumn(formula);
    const isSame = one?.source === field.source && one.key === field.key;
    return isSame ? distinctCells(table, column).flatMap((cell) => itemsOf(cell, type)) : [];
  });
}

function conditionsOf(document: FlowDocument): readonly ConditionItem[] {
  return [
    ...document.nodes.toArray().flatMap(nodeCondition),
    ...document.links.toArray().flatMap(({ conditionFields }) => conditionFields),
  ];
}

function conditionItems(condition: ConditionItem, field: FieldRef, type: FieldType): readonly string[] {
  return literalsFor(condition, field).map((text) => printed(text, type));
}

/** The literals that a condition compares the field with. */
function literalsFor(condition: ConditionItem, { source, key }: FieldRef): readonly string[] {
  const { leftHandDatasource, leftHandFieldname, operator, rightHandDatasource, rightHandFieldname, rightHandValues = [] } = condition;
  if (leftHandDatasource !== source || leftHandFieldname !== key) return [];
  const shape = rightHandOf(operator);
  if (shape === "list") return rightHandValues;
  return shape === "operand" && rightHandDatasource === "Literal" ? [rightHandFieldname] : [];
}

function scoredItems(node: FlowNode, { source, key }: FieldRef, type: FieldType): readonly string[] {
  if (node.type !== "ListScore" || node.scoredDatasource !== source || node.scoredField !== key) return [];
  return node.values.map(({ value }) => printed(value, type));
}

/** Texts that other nodes set the runtime field to. */
function setTexts(document: FlowDocument, own: DecisionTableNode, key: string): readonly string[] {
  const texts = document.nodes
    .toArray()
    .filter(({ id }) => id !== own.id)
    .flatMap(nodeSetTexts);
  return texts.flatMap((one) => (one.key === key ? [one.text] : []));
}

/** Values of the field in the test data and in the test cases. */
function testTexts({ testData, testCases, ...document }: FlowDocument, { source, key }: FieldRef): readonly string[] {
  const name = fieldOf({ testData, testCases, ...document }, source, key)?.name;
  if (name === undefined) return [];
  const inCases = testCases.flatMap(({ input, expect }) => {
    const values = source === "Application" ? input : expect.runtimeData;
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined || value === null ? [] : [String(value)];
  });
  const inData = source === "Application" ? testData.flatMap((one) => (one.name === name ? [one.value] : [])) : [];
  return [...inData, ...inCases];
}

/** A literal in the notation of cells; empty if it is not one of the type. */
function printed(literal: string, type: FieldType): string {
  if (type === "String") return literal === "" ? "" : textItem(literal);
  const read = readCell(literal, type);
  return read.ok ? printCell(read.values, type) : "";
}

export interface CellCompletion {
  /** The offered value. */
  readonly value: string;
  /** The cell with it. */
  readonly text: string;
  readonly caret: number;
}

/** Completions of the item before the caret: in an input cell the part after the last comma, else the whole cell. */
export function completions(values: readonly string[], text: string, caret: number, side: Side): readonly CellCompletion[] {
  const from = side === "input" ? itemStart(text.slice(0, caret)) : 0;
  const typed = text.slice(from, caret).toLowerCase();
  if (typed.startsWith("=")) return [];
  const plain = typed.replace(/^"/u, "");
  const others = new Set(
    side === "input" ? [text.slice(0, from), text.slice(caret)].flatMap((part) => part.split(",")).map((item) => item.trim()) : [],
  );
  const fitting = values.filter((value) => {
    const lower = value.toLowerCase();
    return lower.replace(/^"/u, "").startsWith(plain) && lower !== typed && !others.has(value);
  });
  return fitting.slice(0, maxOffered).map((value) => ({
    value,
    text: `${text.slice(0, from)}${value}${text.slice(caret)}`,
    caret: from + value.length,
  }));
}

/** Where the last item begins: behind the last comma that is not inside quotes, and behind `not`. */
function itemStart(text: string): number {
  let [start, isQuoted] = [/^\s*not\s/u.exec(text)?.[0].length ?? 0, false];
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === "," && !isQuoted) start = at + 1;
  }
  while (text[start] === " ") start += 1;
  return start;
}
