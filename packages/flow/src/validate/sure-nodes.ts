/**
 * Which nodes run for certain when another one does. A node runs when any link to it is taken; a link without conditions is taken
 * whenever its source runs; and of links that together cover every case at least one is.
 */
import { branchesOf } from "../branches.ts";
import type { Branches } from "../node-parts.ts";
import { BitSet } from "../sets/bit-set.ts";
import type { Graph, GraphLink } from "./graph.ts";

export interface SureNodes {
  /** For each node, by index: all nodes that run in every execution in which it runs, itself included. */
  readonly with: readonly BitSet[];
  /** For each node: all nodes with a path to it. */
  readonly before: readonly BitSet[];
}

const isAlwaysTaken = (link: GraphLink, siblings: readonly GraphLink[]): boolean =>
  link.link.otherwise ? !siblings.some(hasConditions) : link.link.conditionFields.length === 0;

export const hasConditions = ({ link }: GraphLink): boolean => !link.otherwise && link.conditionFields.length > 0;

/**
 * Links that are always taken together or not at all: those marked otherwise, and those with identical conditions unless only the first is
 * taken.
 */
function fatesOf(leaving: readonly GraphLink[], branches: Branches): readonly (readonly GraphLink[])[] {
  const fates = new Map<string, GraphLink[]>();
  for (const link of leaving) {
    if (isAlwaysTaken(link, leaving)) continue;
    const condition = branches === "first" ? link.link.id : JSON.stringify(link.link.conditionFields);
    const fate = link.link.otherwise ? "otherwise" : `if ${condition}`;
    const same = fates.get(fate);
    if (same === undefined) fates.set(fate, [link]);
    else same.push(link);
  }
  return [...fates.values()];
}

/** `coversEverything` returns whether the conditions on the links of a node leave no case open. */
export function findSureNodes(graph: Graph, coversEverything: (place: number) => boolean): SureNodes {
  const size = graph.nodes.length;
  const none = new BitSet(size);
  const after: BitSet[] = Array.from({ length: size }, () => none);
  /** What runs with a link that shares its fate with others. */
  const companions = new Map<GraphLink, BitSet>();
  for (const place of graph.order.toReversed()) {
    const sure = new BitSet(size);
    sure.add(place);
    const leaving = graph.leaving[place] ?? [];
    for (const link of leaving) if (isAlwaysTaken(link, leaving)) sure.unite(after[link.to] ?? none);
    let oneOf: BitSet | undefined;
    const node = graph.nodes[place];
    for (const fate of fatesOf(leaving, node === undefined ? "all" : branchesOf(node))) {
      const beyond = new BitSet(size);
      for (const link of fate) {
        beyond.unite(after[link.to] ?? none);
        if (fate.length > 1) companions.set(link, beyond);
      }
      if (oneOf === undefined) oneOf = beyond.copy();
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
    for (const link of graph.entering[place] ?? []) {
      const { from } = link;
      if (!graph.reached[from]) continue;
      earlier.add(from);
      earlier.unite(before[from] ?? none);
      const behind = (together[from] ?? none).copy();
      const beside = companions.get(link);
      if (beside !== undefined) behind.unite(beside);
      if (common === undefined) common = behind;
      else common.intersect(behind);
    }
    if (common !== undefined) sure.unite(common);
    together[place] = sure;
    before[place] = earlier;
  }
  return { with: together, before };
}
