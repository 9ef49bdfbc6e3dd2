import type { FlowDocument } from "../document/flow-document.ts";
import { linksOf } from "../document/links-of.ts";

/** What of a flow the test cases have walked through, to be drawn on the diagram. */
export interface Coverage {
  /** How many cases took each link; all links are in it. */
  readonly links: ReadonlyMap<string, number>;
  /** Links that no case took. */
  readonly uncoveredLinks: readonly string[];
  /** Nodes that no case reached. */
  readonly uncoveredNodes: readonly string[];
  /** From 0 to 1; 1 where there is nothing to cover. */
  readonly share: number;
}

/** `runs` is the links that each run took. */
export function coverageOf(document: FlowDocument, runs: readonly (readonly string[])[]): Coverage {
  const links = new Map(document.links.toArray().map((link) => [link.id, 0]));
  for (const taken of runs) {
    for (const id of new Set(taken)) {
      const count = links.get(id);
      if (count !== undefined) links.set(id, count + 1);
    }
  }
  const isTaken = (id: string): boolean => (links.get(id) ?? 0) > 0;
  const uncoveredLinks = [...links.keys()].filter((id) => !isTaken(id));
  const uncoveredNodes = document.nodes
    .toArray()
    .filter((node) => (node.type === "Start" ? runs.length === 0 : !linksOf(document, node.id).incoming.some((link) => isTaken(link.id))))
    .map((node) => node.id);
  return { links, uncoveredLinks, uncoveredNodes, share: links.size === 0 ? 1 : 1 - uncoveredLinks.length / links.size };
}
