import type { FlowLink, FlowNode, SolutionDefinition } from "../definition.ts";
import type { FieldUse } from "../kinds/kind.ts";
import { inPort, outPort } from "../new-node.ts";

export interface GraphLink {
  readonly link: FlowLink;
  /** Indexes of the two nodes. */
  readonly from: number;
  readonly to: number;
}

/** The drawing by indexes instead of ids. Without links that are unconnected or have the wrong direction. */
export interface Graph {
  readonly nodes: readonly FlowNode[];
  /** What each node reads and writes, by its index. */
  readonly uses: readonly (readonly FieldUse[])[];
  readonly links: readonly GraphLink[];
  readonly start: number | undefined;
  /** Links by the index of the node they leave or enter, without those that close a loop. */
  readonly leaving: readonly (readonly GraphLink[])[];
  readonly entering: readonly (readonly GraphLink[])[];
  /** Whether a path leads there from Start. */
  readonly reached: readonly boolean[];
  /** Every node after all nodes with a path to it. */
  readonly order: readonly number[];
  readonly loops: readonly Loop[];
}

interface Loop {
  readonly closing: GraphLink;
  /** Indexes along the loop, from the target of the closing link to its source. */
  readonly nodes: readonly number[];
}

export function isProper(link: FlowLink, source: FlowNode, target: FlowNode): boolean {
  return outPort(source)?.id === link.sourcePort && inPort(target)?.id === link.targetPort;
}

export function makeGraph({ nodes, links }: SolutionDefinition, usesOf: (node: FlowNode) => readonly FieldUse[]): Graph {
  const places = new Map(nodes.map((node, place) => [node.id, place]));
  const proper = links.flatMap((link): GraphLink[] => {
    const from = places.get(link.source);
    const to = places.get(link.target);
    if (from === undefined || to === undefined) return [];
    const source = nodes[from];
    const target = nodes[to];
    return source !== undefined && target !== undefined && isProper(link, source, target) ? [{ link, from, to }] : [];
  });
  const found = nodes.findIndex((node) => node.type === "Start");
  const start = found === -1 ? undefined : found;
  const walk = walkGraph(nodes.length, proper, start);
  const closing = new Set(walk.loops.map((loop) => loop.closing));
  const open = proper.filter((link) => !closing.has(link));
  return {
    nodes,
    uses: nodes.map(usesOf),
    links: proper,
    start,
    leaving: grouped(nodes.length, open, "from"),
    entering: grouped(nodes.length, open, "to"),
    ...walk,
  };
}

function grouped(size: number, links: readonly GraphLink[], end: "from" | "to"): GraphLink[][] {
  const groups: GraphLink[][] = Array.from({ length: size }, () => []);
  for (const link of links) groups[link[end]]?.push(link);
  return groups;
}

interface Step {
  readonly place: number;
  next: number;
}

/**
 * Depth-first from Start, then from nodes that were not reached; with an explicit stack, so that long chains cannot overflow the call
 * stack.
 */
function walkGraph(size: number, links: readonly GraphLink[], start: number | undefined): Pick<Graph, "reached" | "order" | "loops"> {
  const leaving = grouped(size, links, "from");
  const state: ("new" | "open" | "done")[] = Array.from({ length: size }, () => "new");
  const finished: number[] = [];
  const loops: Loop[] = [];
  let reached: boolean[] = Array.from({ length: size }, () => false);

  const visit = (root: number): void => {
    const stack: Step[] = [{ place: root, next: 0 }];
    state[root] = "open";
    for (let step = stack.at(-1); step !== undefined; step = stack.at(-1)) {
      const link = leaving[step.place]?.[step.next];
      step.next += 1;
      if (link === undefined) {
        state[step.place] = "done";
        finished.push(step.place);
        stack.pop();
      } else if (state[link.to] === "open") {
        const { to } = link;
        loops.push({ closing: link, nodes: stack.slice(stack.findIndex(({ place }) => place === to)).map(({ place }) => place) });
      } else if (state[link.to] === "new") {
        state[link.to] = "open";
        stack.push({ place: link.to, next: 0 });
      }
    }
  };
  if (start !== undefined) {
    visit(start);
    reached = state.map((value) => value === "done");
  }
  for (let place = 0; place < size; place += 1) if (state[place] === "new") visit(place);
  return { reached, order: finished.reverse(), loops };
}
