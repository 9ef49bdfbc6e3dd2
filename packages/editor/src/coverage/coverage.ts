import type { TableOfNode } from "@airlock/engine";
import { incomingLinks } from "@airlock/flow";
import { rowCounts } from "../decision-table/row-counts.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { inlinedDocument } from "../document/inlined-document.ts";

/** Of the flow with its sub-flows, whose parts have the ids that `inlined` has for them. */
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

/** `runs` has the links that each run took, `tables` the Decision Tables that each reached. */
export function coverageOf(
  document: FlowDocument,
  runs: readonly (readonly string[])[],
  tables: readonly (readonly TableOfNode[])[] = [],
): Coverage {
  const parts = inlinedDocument(document);
  const links = new Map(parts.links.map(({ id }) => [id, 0]));
  for (const taken of runs) {
    for (const id of new Set(taken)) {
      const count = links.get(id);
      if (count !== undefined) links.set(id, count + 1);
    }
  }
  const isTaken = (id: string): boolean => (links.get(id) ?? 0) > 0;
  const uncoveredLinks = [...links.keys()].filter((id) => !isTaken(id));
  const incoming = incomingLinks(parts);
  const isReached = (id: string): boolean => (incoming.get(id) ?? []).some((position) => isTaken(parts.links[position]?.id ?? ""));
  const uncoveredNodes = parts.nodes
    .filter(({ id, part, path }) => (part.type === "Start" && path === "" ? runs.length === 0 : !isReached(id)))
    .map(({ id }) => id);
  const share = links.size === 0 ? 1 : 1 - uncoveredLinks.length / links.size;
  return { links, uncoveredLinks, uncoveredNodes, share, tables: rowsCovered(parts, tables.flat()) };
}

function rowsCovered({ nodes }: ReturnType<typeof inlinedDocument>, runs: readonly TableOfNode[]): Coverage["tables"] {
  return new Map(
    nodes.flatMap(({ id, part }) => {
      if (part.type !== "DecisionTable") return [];
      const own = runs.filter(({ nodeId }) => nodeId === id);
      return [[id, rowCounts(part, own)] as const];
    }),
  );
}

/** How many rows of a table, or of all tables, some case counted for. */
export function coveredRows(tables: Iterable<ReadonlyMap<string, number>>): { readonly covered: number; readonly rows: number } {
  const counts = [...tables].flatMap((rows) => [...rows.values()]);
  return { covered: counts.filter((count) => count > 0).length, rows: counts.length };
}
