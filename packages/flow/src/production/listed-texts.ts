import type { Definition, FlowLink } from "../definition.ts";
import { nodeMatching } from "../kinds/kind-of.ts";
import type { ConditionItem } from "../node-parts.ts";
import type { ListedTexts } from "./facts.ts";

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
  return [
    ...nodes.flatMap((node) => nodeMatching(node)?.texts() ?? []),
    ...nodes.flatMap(({ id }) => forkTexts(id, forks.get(id) ?? [])),
  ].filter(({ source, fieldKey }) => types.get(`${source} ${fieldKey}`) === "String");
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
