import { BitSet } from "../sets/bit-set.ts";
import type { Graph } from "./graph.ts";

/** Nodes that no path leads to from Start, by the first of them: a link to it reaches them all. */
export interface Unreached {
  /** Position of the first node. */
  readonly root: number;
  /** How many nodes come after it. */
  readonly after: number;
}

/** One entry for each link that is missing, however many nodes come after it. */
export function findUnreached(graph: Graph): readonly Unreached[] {
  if (graph.start === undefined) return [];
  const found: Unreached[] = [];
  const seen = new BitSet(graph.nodes.length);
  // In this order a node comes after every node with a path to it, so the first one not seen yet has no predecessors.
  for (const root of graph.order) {
    if (graph.reached[root] || seen.has(root)) continue;
    let count = 0;
    const waiting = [root];
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      if (seen.has(place) || graph.reached[place]) continue;
      seen.add(place);
      count += 1;
      for (const { to } of graph.leaving[place] ?? []) waiting.push(to);
    }
    found.push({ root, after: count - 1 });
  }
  return found;
}
