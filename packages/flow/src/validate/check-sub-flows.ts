import type { Definition } from "../definition.ts";
import { limits } from "../limits.ts";
import { subFlowCalls } from "../sub-flows/inlined.ts";
import { listsInside, withListsOfSubFlows } from "../sub-flows/lists-of-sub-flows.ts";
import type { FindingList } from "./check.ts";

interface Size {
  nodes: number;
  links: number;
  fields: number;
}

/**
 * Checks how deep sub-flows are nested, how large the flow is with all of them, and that no solution contains itself. Returns false if the
 * flow is too deep or too large, and must not be processed further.
 */
export function checkSubFlows(definition: Definition, list: FindingList): boolean {
  if ((definition.subFlows ?? []).length === 0) return true;
  const depth = depthOf(definition, limits.subFlowDepth);
  if (depth > limits.subFlowDepth) {
    list.report("SUB_FLOW_TOO_DEEP", {}, { max: limits.subFlowDepth });
    return false;
  }
  const size: Size = { nodes: 0, links: 0, fields: 0 };
  addSizes(definition, size);
  const counts: readonly [string, number, number][] = [
    ["nodes with those of sub-flows", size.nodes, limits.nodes],
    ["links with those of sub-flows", size.links, limits.links],
    ["fields with those of sub-flows", size.fields, limits.inlinedFields],
    ["lists with those of sub-flows", withListsOfSubFlows(definition).lists?.length ?? 0, limits.lists],
  ];
  const over = counts.filter(([, count, max]) => count > max);
  for (const [what, count, max] of over) list.report("TOO_LARGE", {}, { what, count, max });
  for (const solution of solutionsInsideThemselves(definition, new Set())) list.report("SUB_FLOW_CYCLE", {}, { solution });
  checkListVersions(definition, list);
  return over.length === 0;
}

/** An execution uses one version of a list. */
function checkListVersions(definition: Definition, list: FindingList): void {
  for (const [, uses] of Map.groupBy(listsInside(definition), ({ listId }) => listId)) {
    const versions = [...new Set(uses.flatMap(({ version }) => version ?? []))];
    const [first] = uses;
    if (first === undefined || versions.length < 2) continue;
    list.report("SUB_FLOW_LIST_VERSIONS", {}, { list: first.name, versions: versions.map(String) });
  }
}

/** Not further than one beyond the limit. */
function depthOf({ subFlows = [] }: Definition, left: number): number {
  if (subFlows.length === 0) return 0;
  return left < 0 ? 1 : 1 + Math.max(...subFlows.map((one) => depthOf(one.definition, left - 1)));
}

/** Stops adding once a limit is passed: sub-flows used twice on every level multiply. */
function addSizes(definition: Definition, size: Size): void {
  if (size.nodes > limits.nodes || size.links > limits.links || size.fields > limits.inlinedFields) return;
  size.nodes += definition.solutionDefinition.nodes.length;
  size.links += definition.solutionDefinition.links.length;
  size.fields += definition.applicationDatasetFields.length + definition.runtimeDatasetFields.length;
  for (const call of subFlowCalls(definition)) addSizes(call.definition, size);
}

/** By name, each once. */
function solutionsInsideThemselves({ subFlows = [] }: Definition, outer: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { solutionId, solutionName, definition } of subFlows) {
    if (outer.has(solutionId)) found.add(solutionName);
    else for (const name of solutionsInsideThemselves(definition, new Set([...outer, solutionId]))) found.add(name);
  }
  return found;
}
