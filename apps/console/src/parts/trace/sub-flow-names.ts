import { subFlowCalls, type Definition } from "@airlock/flow";

/** By id of a node that runs a sub-flow, at any depth: its name. */
export function subFlowNames(definition: Definition | undefined, path = ""): ReadonlyMap<string, string> {
  if (definition === undefined) return new Map();
  return new Map(
    subFlowCalls(definition, path).flatMap((call) => [
      [call.path.slice(0, -1), call.node.label === "" ? call.node.versionName : call.node.label] as const,
      ...subFlowNames(call.definition, call.path),
    ]),
  );
}

/** The ids of the nodes whose sub-flows a node is inside of, the outermost first. */
export function callsAround(nodeId: string): readonly string[] {
  const parts = nodeId.split("/").slice(0, -1);
  return parts.map((_, depth) => parts.slice(0, depth + 1).join("/"));
}
