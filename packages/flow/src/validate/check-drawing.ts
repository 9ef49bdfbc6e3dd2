import type { Definition } from "../definition.ts";
import type { FindingList } from "./check.ts";
import { isProper, type Graph } from "./graph.ts";
import type { Names } from "./names.ts";
import { findUnreached } from "./unreached.ts";

const maxLoops = 20;

/** One Start, an End that can be reached, links that join two nodes, no loops. */
export function checkDrawing(definition: Definition, graph: Graph, names: Names, list: FindingList): void {
  checkEnds(graph, list);
  checkLinkEnds(definition, names, list);
  for (const { closing, nodes } of graph.loops.slice(0, maxLoops)) {
    const labels = nodes.map((place) => names.placed(place));
    const [first] = nodes;
    const nodeId = first === undefined ? undefined : graph.nodes[first]?.id;
    list.report("LOOP", { ...(nodeId === undefined ? {} : { nodeId }), linkId: closing.link.id }, { nodes: labels });
  }
  checkReach(graph, names, list);
}

function checkEnds(graph: Graph, list: FindingList): void {
  const starts = graph.nodes.filter((node) => node.type === "Start");
  if (starts.length === 0) list.report("START_MISSING", {}, {});
  for (const extra of starts.slice(1)) list.report("START_TWICE", { nodeId: extra.id }, {});
  const ends = graph.nodes.flatMap((node, place) => (node.type === "End" ? [place] : []));
  if (ends.length === 0) list.report("END_MISSING", {}, {});
  else if (starts.length > 0 && !ends.some((place) => graph.reached[place])) list.report("END_UNREACHABLE", {}, {});
}

function checkLinkEnds(definition: Definition, names: Names, list: FindingList): void {
  const { nodes, links } = definition.solutionDefinition;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const always = new Set<string>();
  for (const link of links) {
    const source = byId.get(link.source);
    const target = byId.get(link.target);
    const details = names.ends(link);
    if (source === undefined || target === undefined) list.report("LINK_LOOSE", { linkId: link.id }, details);
    else if (!isProper(link, source, target)) list.report("LINK_DIRECTION", { linkId: link.id }, details);
    else if (link.conditionFields.length === 0 && !link.otherwise) {
      // Ids contain no spaces, so the key of a pair is unique.
      const pair = `${link.source} ${link.target}`;
      if (always.has(pair)) list.report("LINK_TWICE", { linkId: link.id }, details);
      always.add(pair);
    }
  }
}

function checkReach(graph: Graph, names: Names, list: FindingList): void {
  for (const { root, after } of findUnreached(graph)) {
    const node = graph.nodes[root];
    // A second Start and an End without a path have their own findings.
    const isKnown = node?.type === "Start" || (node?.type === "End" && list.all.some(({ code }) => code === "END_UNREACHABLE"));
    if (node !== undefined && !isKnown) list.report("NODE_UNREACHABLE", { nodeId: node.id }, { node: names.placed(root), after });
  }
  for (const [place, node] of graph.nodes.entries()) {
    if (node.type === "Start" || node.type === "End" || (graph.start !== undefined && !graph.reached[place])) continue;
    const isDeadEnd = graph.leaving[place]?.length === 0 && !graph.links.some(({ from }) => from === place);
    if (isDeadEnd) list.report("NODE_DEAD_END", { nodeId: node.id }, { node: names.placed(place) });
  }
}
