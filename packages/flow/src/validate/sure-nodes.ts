/**
 * Which nodes run for certain when another one does. A node runs when any link to it is taken; a link without conditions is taken
 * whenever its source runs; and of links that together cover every case at least one is.
 */
import { BitSet } from "../sets/bit-set.ts";
import type { Graph, GraphLink } from "./graph.ts";

export interface SureNodes {
  /** For each node, by place: all nodes that run in every execution in which it runs, itself included. */
  readonly with: readonly BitSet[];
  /** For each node: all nodes with a path to it. */
  readonly before: readonly BitSet[];
}

export const isAlwaysTaken = (link: GraphLink, siblings: readonly GraphLink[]): boolean =>
  link.link.otherwise ? !siblings.some(hasConditions) : link.link.conditionFields.length === 0;

export const hasConditions = ({ link }: GraphLink): boolean => !link.otherwise && link.conditionFields.length > 0;

/** `coversEverything` says of a node whether the conditions on the links out of it leave no case open. */
export function findSureNodes(graph: Graph, coversEverything: (place: number) => boolean): SureNodes {
  const size = graph.nodes.length;
  const none = new BitSet(size);
  const after: BitSet[] = Array.from({ length: size }, () => none);
  for (const place of graph.order.toReversed()) {
    const sure = new BitSet(size);
    sure.add(place);
    const leaving = graph.leaving[place] ?? [];
    let oneOf: BitSet | undefined;
    for (const link of leaving) {
      const beyond = after[link.to] ?? none;
      if (isAlwaysTaken(link, leaving)) sure.unite(beyond);
      else if (oneOf === undefined) oneOf = beyond.copy();
      else oneOf.intersect(beyond);
    }
    const isExhaustive = leaving.some(({ link }) => link.otherwise) || coversEverything(place);
    if (oneOf !== undefined && isExhaustive) sure.unite(oneOf);
    after[place] = sure;
  }

  const together: BitSet[] = Array.from({ length: size }, () => none);
  const before: BitSet[] = Array.from({ length: size }, () => none);
  for (const place of graph.order) {
    const sure = (after[place] ?? none).copy();
    const earlier = new BitSet(size);
    let common: BitSet | undefined;
    for (const { from } of graph.entering[place] ?? []) {
      if (!graph.reached[from]) continue;
      earlier.add(from);
      earlier.unite(before[from] ?? none);
      if (common === undefined) common = (together[from] ?? none).copy();
      else common.intersect(together[from] ?? none);
    }
    if (common !== undefined) sure.unite(common);
    together[place] = sure;
    before[place] = earlier;
  }
  return { with: together, before };
}
