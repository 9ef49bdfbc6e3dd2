import type { TableOfNode } from "@airlock/engine";
import type { FlowDocument } from "../document/flow-document.ts";
import { rowCounts } from "../decision-table/row-counts.ts";
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
  /** By Decision Table: how many cases each row counted for, by row id; all rows are in it, the default row too. */
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** `runs` is the links that each run took, `tables` the Decision Tables that each came to. */
export function coverageOf(
  document: FlowDocument,
  runs: readonly (readonly string[])[],
  tables: readonly (readonly TableOfNode[])[] = [],
): Coverage {
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
  const share = links.size === 0 ? 1 : 1 - uncoveredLinks.length / links.size;
  return { links, uncoveredLinks, uncoveredNodes, share, tables: rowsCovered(document, tables.flat()) };
}

function rowsCovered(document: FlowDocument, runs: readonly TableOfNode[]): Coverage["tables"] {
  const tables = document.nodes.toArray().filter((node) => node.type === "DecisionTable");
  return new Map(
    tables.map((node) => {
      const own = runs.filter(({ nodeId }) => nodeId === node.id);
      return [node.id, rowCounts(node, own)] as const;
    }),
  );
}

/** How many rows of a table, or of all tables, some case counted for. */
export function coveredRows(tables: Iterable<ReadonlyMap<string, number>>): { readonly covered: number; readonly rows: number } {
  const counts = [...tables].flatMap((rows) => [...rows.values()]);
  return { covered: counts.filter((count) => count > 0).length, rows: counts.length };
}
