/** A flow with the nodes and links of its sub-flows, as executions, heat maps and coverage see it. */
import type { Definition, FlowLink, FlowNode, SubFlowNode } from "../definition.ts";
import { findSubFlow } from "./sub-flow.ts";

/** Between the id of a sub-flow's node and the id of a part inside it. Ids of nodes and links do not have it. */
const separator = "/";

export function inlinedId(path: string, id: string): string {
  return `${path}${id}`;
}

/** What the ids of all parts inside a sub-flow's node begin with. */
export function pathInto(path: string, nodeId: string): string {
  return `${path}${nodeId}${separator}`;
}

export interface Inlined {
  readonly nodes: readonly InlinedPart<FlowNode>[];
  /** In the order in which execution records have them. */
  readonly links: readonly InlinedPart<FlowLink>[];
}

export interface InlinedPart<Part> {
  /** The id of the part, after the ids of the sub-flow nodes that it is inside of. */
  readonly id: string;
  readonly part: Part;
  /** The definition that the part is in. */
  readonly definition: Definition;
}

/** A node that runs a sub-flow. */
export interface SubFlowCall {
  readonly node: SubFlowNode;
  /** What the ids of all parts inside begin with. */
  readonly path: string;
  readonly definition: Definition;
  readonly behaviour: number;
}

/** The sub-flows that nodes of a definition call, by the ids of the nodes: the order of nodes in a document means nothing. */
export function subFlowCalls(definition: Definition, path = ""): readonly SubFlowCall[] {
  const calls = definition.solutionDefinition.nodes.flatMap((node) => {
    if (node.type !== "SubFlow") return [];
    const called = findSubFlow(definition, node.versionId);
    return called === undefined ? [] : [{ node, path: pathInto(path, node.id), definition: called.definition, behaviour: called.behaviour }];
  });
  return calls.toSorted((one, other) => (one.node.id < other.node.id ? -1 : 1));
}

/**
 * Parts of the flow itself first, then those of each sub-flow, sub-flows within it after its own. For flows that the validator has passed:
 * it limits how large this becomes.
 */
export function inlined(definition: Definition, path = ""): Inlined {
  const { nodes, links } = definition.solutionDefinition;
  const place = <Part extends { readonly id: string }>(part: Part): InlinedPart<Part> => ({
    id: inlinedId(path, part.id),
    part,
    definition,
  });
  const inside = subFlowCalls(definition, path).map((call) => inlined(call.definition, call.path));
  return {
    nodes: [...nodes.map(place), ...inside.flatMap((one) => one.nodes)],
    links: [...links.map(place), ...inside.flatMap((one) => one.links)],
  };
}

/** The ids of all solutions that a flow uses, directly and by its sub-flows: it may not be one of them. */
export function usedSolutions({ subFlows = [] }: Definition): ReadonlySet<string> {
  return new Set(subFlows.flatMap(({ solutionId, definition }) => [solutionId, ...usedSolutions(definition)]));
}
