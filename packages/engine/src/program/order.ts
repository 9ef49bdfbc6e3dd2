import type { FlowLink, FlowNode } from "@airlock/flow";

export interface Order {
  /** Nodes that can be reached from Start, in the order of running. */
  readonly nodes: readonly FlowNode[];
  /** Fewer nodes than can be reached: some of them wait for each other. */
  readonly hasCycle: boolean;
}

/**
 * [OR1] A node comes after every node with a link to it. Among nodes that could come next, the first is the one whose last awaited link was
 * decided first: by the order of the source nodes, then by the order of links.
 */
export function orderNodes(nodes: readonly FlowNode[], links: readonly FlowLink[]): Order {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const outgoing = new Map<string, FlowNode[]>(nodes.map((node) => [node.id, []]));
  for (const link of links) {
    const target = byId.get(link.target);
    if (target !== undefined) outgoing.get(link.source)?.push(target);
  }
  const start = nodes.find((node) => node.type === "Start");
  if (start === undefined) return { nodes: [], hasCycle: false };

  const awaited = countAwaited(start, outgoing);
  // A link back to Start would have it wait for itself.
  if (awaited.get(start.id) !== 0) return { nodes: [start], hasCycle: true };
  const ordered: FlowNode[] = [start];
  for (const node of ordered) {
    for (const target of outgoing.get(node.id) ?? []) {
      const left = (awaited.get(target.id) ?? 0) - 1;
      awaited.set(target.id, left);
      if (left === 0) ordered.push(target);
    }
  }
  return { nodes: ordered, hasCycle: ordered.length < awaited.size };
}

/** Incoming links of every node that can be reached from Start, counting only links from such nodes. */
function countAwaited(start: FlowNode, outgoing: ReadonlyMap<string, readonly FlowNode[]>): Map<string, number> {
  const awaited = new Map<string, number>([[start.id, 0]]);
  const reached: FlowNode[] = [start];
  for (const node of reached) {
    for (const target of outgoing.get(node.id) ?? []) {
      const seen = awaited.get(target.id);
      if (seen === undefined) reached.push(target);
      awaited.set(target.id, (seen ?? 0) + 1);
    }
  }
  return awaited;
}
