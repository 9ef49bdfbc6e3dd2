import type { Definition, FlowNode } from "../definition.ts";
import { parseFormula } from "../formula/parse-formula.ts";
import type { ListScoreNode } from "../kinds/list-score/kind.ts";
import type { DecisionTableNode } from "../kinds/decision-table/kind.ts";
import type { FieldSource } from "../node-parts.ts";
import { anyCell, readCell } from "../table/read-cell.ts";

/** A part of a flow that lists texts of a field: a List Score, or an input column of a Decision Table. */
export interface ListedTexts {
  readonly nodeId: string;
  /** Null for a List Score. */
  readonly columnId: string | null;
  readonly source: FieldSource;
  readonly fieldKey: string;
  readonly has: (text: string) => boolean;
}

/** Those whose field is a String and that list at least one text. */
export function listedTexts(definition: Definition): readonly ListedTexts[] {
  const types = new Map([
    ...definition.applicationDatasetFields.map(({ key, type }) => [`Application ${key}`, type] as const),
    ...definition.runtimeDatasetFields.map(({ key, type }) => [`Runtime ${key}`, type] as const),
  ]);
  return definition.solutionDefinition.nodes
    .flatMap(listsOfNode)
    .filter(({ source, fieldKey }) => types.get(`${source} ${fieldKey}`) === "String");
}

function listsOfNode(node: FlowNode): readonly ListedTexts[] {
  if (node.type === "ListScore") return listScoreTexts(node);
  return node.type === "DecisionTable" ? node.inputColumns.flatMap((_, column) => columnTexts(node, column)) : [];
}

function listScoreTexts({ id, scoredDatasource, scoredField, values }: ListScoreNode): readonly ListedTexts[] {
  const listed = new Set(values.map(({ value }) => value));
  const has = (text: string) => listed.has(text);
  return listed.size === 0 ? [] : [{ nodeId: id, columnId: null, source: scoredDatasource, fieldKey: scoredField, has }];
}

/**
 * A text is in a row when the row's cell takes it. Rows that take everything are for what no other row takes, like the default row, so
 * they list nothing.
 */
function columnTexts({ id, inputColumns, tableRows }: DecisionTableNode, column: number): readonly ListedTexts[] {
  const input = inputColumns[column];
  const parsed = input && parseFormula(input.formula);
  if (parsed?.ok !== true || parsed.formula.kind !== "field") return [];
  const listed = new Set<string>();
  const others: ReadonlySet<string>[] = [];
  for (const { inputs } of tableRows) {
    if (inputs.every((cell) => cell.trim() === anyCell)) continue;
    const cell = readCell(inputs[column] ?? anyCell, "String");
    // What a cell with an error is meant to take is not known: it may be any text.
    if (!cell.ok || cell.values.sort !== "texts") return [];
    const { except, values } = cell.values.set;
    if (except) others.push(values);
    else for (const text of values) listed.add(text);
  }
  const has = (text: string) => listed.has(text) || others.some((excepted) => !excepted.has(text));
  const { source, key } = parsed.formula;
  return listed.size === 0 ? [] : [{ nodeId: id, columnId: input?.id ?? "", source, fieldKey: key, has }];
}
