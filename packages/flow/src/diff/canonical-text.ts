import type { Definition, SubFlow } from "../definition.ts";
import { linkLogic, nodeLogic, withoutNoise } from "./logic.ts";

/**
 * One text for all drawings of the same decision: moving, recolouring and reordering nodes do not change it, nor does test data; everything
 * that affects a version's responses does. The order of links and fields is kept, because runs and execution records depend on it. The api
 * hashes this text.
 */
export function canonicalText(definition: Definition): string {
  const { solutionDefinition, applicationDatasetFields, runtimeDatasetFields, lists, subFlows, reasonTexts } = withoutNoise(definition);
  const nodes = [...solutionDefinition.nodes].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const field = ({ key, name, type, required }: Definition["applicationDatasetFields"][number]) => ({ key, name, type, required });
  return JSON.stringify({
    format: 1,
    nodes: nodes.map(nodeLogic).map(inOrder),
    links: solutionDefinition.links.map(linkLogic).map(inOrder),
    applicationDatasetFields: applicationDatasetFields.map(field),
    runtimeDatasetFields: runtimeDatasetFields.map(field),
    ...(lists === undefined ? {} : { lists: inOrder(lists) }),
    ...(subFlows === undefined ? {} : { subFlows: subFlows.map(canonicalSubFlow).toSorted() }),
    ...(reasonTexts === undefined ? {} : { reasonTexts: inOrder(reasonTexts) }),
  });
}

/** Contains the canonical text of its definition, which is what it decides; the order of sub-flows has no meaning. */
function canonicalSubFlow({ versionId, behaviour, definition }: SubFlow): string {
  return JSON.stringify([versionId, behaviour, canonicalText(definition)]);
}

/** The same value with sorted properties: the text must not depend on the order in which an object was built. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, inOrder(part)]),
  );
}
