import type { Definition, FlowNode } from "../definition.ts";
import type { Finding } from "../finding.ts";
import { nodeMatching } from "../kinds/kind-of.ts";
import { formatNumber } from "../locale.ts";
import { clipped } from "../validate/check.ts";
import type { FactPeriod, ListedTexts, ProductionFacts, UnlistedValue, UnusedRow } from "./facts.ts";
import { listedTexts, listingKey } from "./listed-texts.ts";

export type ProductionFindingCode = "VALUE_NOT_LISTED" | "ROW_NOT_MATCHED";

/**
 * Facts about a version as findings of a definition that may have changed since: only those that still apply. They have level `info` and do
 * not prevent execution.
 */
export function productionFindings(definition: Definition, facts: ProductionFacts): readonly Finding[] {
  const lists = new Map(listedTexts(definition).map((list) => [listingKey(list), list]));
  const nodes = new Map(definition.solutionDefinition.nodes.map((node) => [node.id, node]));
  const fields = { Application: definition.applicationDatasetFields, Runtime: definition.runtimeDatasetFields };
  const unlisted = facts.unlisted.flatMap((fact) => {
    const list = lists.get(listingKey(fact));
    const node = nodes.get(fact.nodeId);
    const field = fields[fact.source].find(({ key }) => key === fact.fieldKey);
    if (list === undefined || node === undefined || field === undefined || !isStillUnlisted(fact, list)) return [];
    return [unlistedFinding(fact, node, field.name, facts.recent)];
  });
  const { long } = facts;
  const unused = long === null ? [] : unusedFindings(facts.unused, nodes, long);
  return [...unlisted, ...unused];
}

function isStillUnlisted({ source, fieldKey, value }: UnlistedValue, list: ListedTexts): boolean {
  return list.source === source && list.fieldKey === fieldKey && !list.has(value);
}

function unlistedFinding(
  { nodeId, part, columnId, value, count }: UnlistedValue,
  node: FlowNode,
  field: string,
  period: FactPeriod,
): Finding {
  const came = `'${clipped(value)}' came in ${times(count)} ${within(period)} as ${field} and is`;
  const common = { code: "VALUE_NOT_LISTED" satisfies ProductionFindingCode, level: "info", nodeId, value } as const;
  if (part === "links") return { ...common, message: `${came} in no condition of the links after this node.` };
  const matching = nodeMatching(node);
  if (matching?.property !== "tableRows") return { ...common, property: "values", message: `${came} not in the list.` };
  return { ...common, property: "tableRows", column: matching.columnIds().indexOf(columnId), message: `${came} in no row.` };
}

function unusedFindings(facts: readonly UnusedRow[], nodes: ReadonlyMap<string, FlowNode>, period: FactPeriod): readonly Finding[] {
  const byNode = Map.groupBy(facts, ({ nodeId }) => nodeId);
  return [...byNode].flatMap(([nodeId, ofNode]) => {
    const node = nodes.get(nodeId);
    const matching = node && nodeMatching(node);
    if (matching === undefined) return [];
    const { property } = matching;
    const unused = new Map(ofNode.map((fact) => [fact.rowId, fact]));
    return matching.rows().flatMap(({ rowId, reads, cells }, item): readonly Finding[] => {
      const fact = unused.get(rowId);
      if (fact === undefined || !isSame(fact.reads, reads) || !isSame(fact.cells, cells)) return [];
      const what = property === "values" ? `'${clipped(cells[0] ?? "")}'` : `Row ${item + 1}`;
      const message = `${what} ${unmatched(period)}.`;
      return [{ code: "ROW_NOT_MATCHED" satisfies ProductionFindingCode, level: "info", nodeId, property, item, message }];
    });
  });
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text.trim() === other[index]?.trim());
}

function times(count: number): string {
  return count === 1 ? "once" : `${formatNumber(count)} times`;
}

function within({ days, executions, isSample }: FactPeriod): string {
  return isSample ? `in the newest ${formatNumber(executions)} executions` : `in the last ${days} days`;
}

function unmatched({ days, executions, isSample }: FactPeriod): string {
  const count = formatNumber(executions);
  return isSample ? `matched none of the newest ${count} executions` : `has not matched for ${days} days, in ${count} executions`;
}
