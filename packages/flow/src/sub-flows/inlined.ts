/** A flow with the nodes and links of its sub-flows, as executions, heat maps and coverage see it. */
import type { Definition, FlowLink, FlowNode, SubFlowNode } from "../definition.ts";
import type { FieldSource } from "../node-parts.ts";
import { limits } from "../limits.ts";
import { findSubFlow } from "./sub-flow.ts";

/** Between the id of a sub-flow's node and the id of a part inside it. Ids of nodes and links do not have it. */
const separator = "/";

/** The id of a part inside a sub-flow as the sub-flow's node and the part's id within it; undefined for a part of the flow itself. */
export function splitInlinedId(id: string): { readonly nodeId: string; readonly within: string } | undefined {
  const at = id.indexOf(separator);
  return at === -1 ? undefined : { nodeId: id.slice(0, at), within: id.slice(at + separator.length) };
}

/** A node that runs a sub-flow. */
interface SubFlowCall {
  readonly node: SubFlowNode;
  /** What the ids of all parts inside begin with. */
  readonly path: string;
  readonly definition: Definition;
  readonly behaviour: number;
}

/** The sub-flows that nodes of a definition call, by the ids of the nodes: the order of nodes in a document means nothing. */
export function subFlowCalls(definition: Definition, path = ""): readonly SubFlowCall[] {
  const calls = definition.solutionDefinition.nodes.flatMap((node): readonly SubFlowCall[] => {
    if (node.type !== "SubFlow") return [];
    const called = findSubFlow(definition, node.versionId);
    if (called === undefined) return [];
    return [{ node, path: `${path}${node.id}${separator}`, definition: called.definition, behaviour: called.behaviour }];
  });
  return calls.toSorted((one, other) => (one.node.id < other.node.id ? -1 : 1));
}

export interface InlinedPart<Part> {
  /** The id of the part, after the ids of the sub-flow nodes that it is inside of. */
  readonly id: string;
  readonly part: Part;
  /** The definition that the part is in. */
  readonly definition: Definition;
  /** What the ids of all parts of that definition begin with. */
  readonly path: string;
}

interface Inlined {
  readonly nodes: readonly InlinedPart<FlowNode>[];
  /** In the order in which execution records have them. */
  readonly links: readonly InlinedPart<FlowLink>[];
}

/**
 * Parts of the flow itself first, then those of each sub-flow, followed by its nested sub-flows. Limited to the number of nodes that the
 * validator allows: sub-flows that are used more than once on each level multiply.
 */
export function inlined(flow: Definition): Inlined {
  const nodes: InlinedPart<FlowNode>[] = [];
  const links: InlinedPart<FlowLink>[] = [];
  const add = (definition: Definition, path: string): void => {
    if (nodes.length > limits.nodes) return;
    const { solutionDefinition } = definition;
    for (const part of solutionDefinition.nodes) nodes.push({ id: `${path}${part.id}`, part, definition, path });
    for (const part of solutionDefinition.links) links.push({ id: `${path}${part.id}`, part, definition, path });
    for (const call of subFlowCalls(definition, path)) add(call.definition, call.path);
  };
  add(flow, "");
  return { nodes, links };
}

/** The node of a flow or of one of its sub-flows with this id. */
export function inlinedNode(flow: Definition, id: string): InlinedPart<FlowNode> | undefined {
  return inlined(flow).nodes.find((node) => node.id === id);
}

/**
 * The field of the outer flow from which an application field of a sub-flow gets its value, through the inputs of the enclosing Sub-flow
 * nodes. Undefined if it is a literal, has no value, or is computed inside.
 */
export function fieldOutside(
  flow: Definition,
  { definition, path }: Pick<InlinedPart<FlowNode>, "definition" | "path">,
  field: { readonly source: FieldSource; readonly key: string },
): { readonly source: FieldSource; readonly key: string } | undefined {
  if (path === "") return field;
  const name = definition.applicationDatasetFields.find(({ key }) => key === field.key)?.name;
  const call = inlinedNode(flow, path.slice(0, -separator.length));
  if (field.source !== "Application" || call?.part.type !== "SubFlow") return undefined;
  const input = call.part.subFlowInputs.find((one) => one.field === name);
  if (input === undefined || input.datasource === "Literal") return undefined;
  return fieldOutside(flow, call, { source: input.datasource, key: input.fieldKey });
}

/** By the id of a node: the indexes of its incoming links in `inlined`. The Start of a sub-flow has those of the node that calls it. */
export function incomingLinks({ nodes, links }: Inlined): ReadonlyMap<string, readonly number[]> {
  const positions = Map.groupBy(links.keys(), (position) => {
    const link = links[position];
    return link === undefined ? "" : `${link.path}${link.part.target}`;
  });
  return new Map(
    nodes.map(({ id, part, path }) => {
      const reachedAs = part.type === "Start" && path !== "" ? path.slice(0, -separator.length) : id;
      return [id, positions.get(reachedAs) ?? []];
    }),
  );
}

/** The ids of all solutions that a flow uses, directly and by its sub-flows: it may not be one of them. */
export function usedSolutions({ subFlows = [] }: Definition): ReadonlySet<string> {
  return new Set(subFlows.flatMap(({ solutionId, definition }) => [solutionId, ...usedSolutions(definition)]));
}

/** The ids of all versions that a flow has copies of. */
export function usedVersions({ subFlows = [] }: Definition): ReadonlySet<string> {
  return new Set(subFlows.flatMap(({ versionId, definition }) => [versionId, ...usedVersions(definition)]));
}
