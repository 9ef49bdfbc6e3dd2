import type { Definition, FlowLink, FlowNode } from "../definition.ts";
import { parseFormula } from "../formula/parse-formula.ts";
import type { ListScoreNode } from "../kinds/list-score/kind.ts";
import type { DecisionTableNode } from "../kinds/decision-table/kind.ts";
import type { ConditionItem, FieldSource } from "../node-parts.ts";
import { anyCell, readCell } from "../table/read-cell.ts";
import type { ListingPart } from "./facts.ts";

/** A part of a flow that lists texts of a field. */
export interface ListedTexts {
  readonly nodeId: string;
  readonly part: ListingPart;
  /** Null for parts other than a column. */
  readonly columnId: string | null;
  readonly source: FieldSource;
  readonly fieldKey: string;
  readonly has: (text: string) => boolean;
}

/** The same for a part of a version and that part of a draft. */
export function listingKey({ nodeId, part, columnId }: Pick<ListedTexts, "nodeId" | "part" | "columnId">): string {
  return JSON.stringify([nodeId, part, columnId]);
}

/** Those whose field is a String and that list at least one text. */
export function listedTexts(definition: Definition): readonly ListedTexts[] {
  const types = new Map([
    ...definition.applicationDatasetFields.map(({ key, type }) => [`Application ${key}`, type] as const),
    ...definition.runtimeDatasetFields.map(({ key, type }) => [`Runtime ${key}`, type] as const),
  ]);
  const { nodes, links } = definition.solutionDefinition;
  const forks = Map.groupBy(
    links.filter(({ conditionFields }) => conditionFields.length > 0),
    ({ source }) => source,
  );
  return [...nodes.flatMap(listsOfNode), ...nodes.flatMap(({ id }) => forkTexts(id, forks.get(id) ?? []))].filter(
    ({ source, fieldKey }) => types.get(`${source} ${fieldKey}`) === "String",
  );
}

function listsOfNode(node: FlowNode): readonly ListedTexts[] {
  if (node.type === "ListScore") return listScoreTexts(node);
  return node.type === "DecisionTable" ? node.inputColumns.flatMap((_, column) => columnTexts(node, column)) : [];
}

function listScoreTexts({ id, scoredDatasource, scoredField, values }: ListScoreNode): readonly ListedTexts[] {
  const listed = new Set(values.map(({ value }) => value));
  const has = (text: string) => listed.has(text);
  return listed.size === 0 ? [] : [{ nodeId: id, part: "values", columnId: null, source: scoredDatasource, fieldKey: scoredField, has }];
}

/** A row lists a text if its cell matches it. Rows that match everything handle the rest, like the default row, so they list nothing. */
function columnTexts({ id, inputColumns, tableRows }: DecisionTableNode, column: number): readonly ListedTexts[] {
  const input = inputColumns[column];
  const parsed = input && parseFormula(input.formula);
  if (parsed?.ok !== true || parsed.formula.kind !== "field") return [];
  const listed = new Set<string>();
  const others: ReadonlySet<string>[] = [];
  for (const { inputs } of tableRows) {
    if (inputs.every((cell) => cell.trim() === anyCell)) continue;
    const cell = readCell(inputs[column] ?? anyCell, "String");
    // The intended values of a cell with an error are unknown: it may be any text.
    if (!cell.ok || cell.values.sort !== "texts") return [];
    const { except, values } = cell.values.set;
    if (except) others.push(values);
    else for (const text of values) listed.add(text);
  }
  const has = (text: string) => listed.has(text) || others.some((excepted) => !excepted.has(text));
  const { source, key } = parsed.formula;
  return listed.size === 0 ? [] : [{ nodeId: id, part: "inputColumns", columnId: input?.id ?? "", source, fieldKey: key, has }];
}

/**
 * Two or more links after a node that each compare the same field with texts, by `==` or `in`, and nothing else. For a single one, other
 * texts are expected.
 */
function forkTexts(nodeId: string, links: readonly FlowLink[]): readonly ListedTexts[] {
  const [first] = links[0]?.conditionFields ?? [];
  if (first === undefined || links.length < 2) return [];
  const listed = new Set<string>();
  for (const { conditionFields } of links) {
    const [item, ...others] = conditionFields;
    const texts = item && textsOfCondition(item);
    const isSameField = item?.leftHandDatasource === first.leftHandDatasource && item.leftHandFieldname === first.leftHandFieldname;
    if (texts === undefined || !isSameField || others.length > 0) return [];
    for (const text of texts) listed.add(text);
  }
  const has = (text: string) => listed.has(text);
  return [{ nodeId, part: "links", columnId: null, source: first.leftHandDatasource, fieldKey: first.leftHandFieldname, has }];
}

/** Undefined for other conditions than `==` and `in` with literals. */
export function textsOfCondition(item: ConditionItem): readonly string[] | undefined {
  if (item.operator === "in") return item.rightHandValues ?? [];
  return item.operator === "==" && item.rightHandDatasource === "Literal" ? [item.rightHandFieldname] : undefined;
}
