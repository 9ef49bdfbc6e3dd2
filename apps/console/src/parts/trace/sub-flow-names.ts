// Types alone: lists of executions load nothing that reads flows.
import type { Definition } from "@airlock/flow";

/** By id of a node that runs a sub-flow, at any depth: its name. */
export function subFlowNames(definition: Definition | undefined, path = ""): ReadonlyMap<string, string> {
  const { nodes = [] } = definition?.solutionDefinition ?? {};
  return new Map(
    nodes.flatMap((node) => {
      if (node.type !== "SubFlow") return [];
      const id = `${path}${node.id}`;
      const called = definition?.subFlows?.find(({ versionId }) => versionId === node.versionId)?.definition;
      return [[id, node.label === "" ? node.versionName : node.label] as const, ...subFlowNames(called, `${id}/`)];
    }),
  );
}

/** The ids of the nodes whose sub-flows a node is inside of, the outermost first. */
export function callsAround(nodeId: string): readonly string[] {
  const parts = nodeId.split("/").slice(0, -1);
  return parts.map((_, depth) => parts.slice(0, depth + 1).join("/"));
}
