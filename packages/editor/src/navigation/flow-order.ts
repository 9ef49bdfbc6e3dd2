import type { FlowDocument } from "../document/flow-document.ts";
import { linksOf } from "../document/links-of.ts";

/**
 * Node ids in reading order: from Start along the links, each node after all its predecessors, the upper branch before the lower.
 * Unreachable nodes come last, from the top left.
 */
export function flowOrder(document: FlowDocument): readonly string[] {
  const nodes = document.nodes.toArray().toSorted((a, b) => a.y - b.y || a.x - b.x);
  const starts = nodes.filter((node) => node.type === "Start");
  const heads = nodes.filter((node) => node.type !== "Start" && linksOf(document, node.id).incoming.length === 0);
  const seen = new Set<string>();
  // A walk that is written down backwards, the lowest branch first, is in order with the upper branch first.
  const walked = (roots: readonly string[]): readonly string[] => {
    const backwards: string[] = [];
    for (const root of roots.toReversed()) {
      if (seen.has(root)) continue;
      seen.add(root);
      const stack = [{ id: root, targets: targetsOf(document, root), next: 0 }];
      for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
        const target = top.targets[top.next];
        top.next += 1;
        if (target === undefined) {
          backwards.push(top.id);
          stack.pop();
        } else if (!seen.has(target)) {
          seen.add(target);
          stack.push({ id: target, targets: targetsOf(document, target), next: 0 });
        }
      }
    }
    return backwards.reverse();
  };
  const fromStart = walked(starts.map((node) => node.id));
  const rest = walked(heads.map((node) => node.id));
  // Loops, which only a file can bring, have no head.
  return [...fromStart, ...rest, ...walked(nodes.map((node) => node.id))];
}

/** What a node leads to, the lowest first. */
function targetsOf(document: FlowDocument, id: string): readonly string[] {
  const targets = linksOf(document, id).outgoing.flatMap((link) => document.nodes.get(link.target) ?? []);
  return targets.sort((a, b) => b.y - a.y || b.x - a.x).map((node) => node.id);
}
