/** Checks of forks that decide differently from how they look: links of one node that are taken in parallel. */
import { branchesOf } from "../branches.ts";
import { BitSet } from "../sets/bit-set.ts";
import { conditionsText } from "../wording.ts";
import type { FindingList } from "./check.ts";
import { canBothHold } from "./condition-logic.ts";
import type { FlowState } from "./flow-state.ts";
import type { Graph, GraphLink } from "./graph.ts";
import type { Names } from "./names.ts";
import { hasConditions } from "./sure-nodes.ts";

/** The maximum number of checked pairs of links of one node: a contrived node has thousands of links. */
const maxPairs = 500;

export function checkForks(state: FlowState, names: Names, list: FindingList): void {
  const { graph } = state;
  const clashes = new Clashes(state);
  for (const [place, node] of graph.nodes.entries()) {
    if (!graph.reached[place]) continue;
    const leaving = graph.leaving[place] ?? [];
    const conditional = leaving.filter(hasConditions);
    const plain = leaving.filter(({ link }) => !link.otherwise && link.conditionFields.length === 0);
    if (conditional.length > 0) {
      const [first] = conditional;
      const conditions = first === undefined ? "" : textOf(first, state);
      for (const { link } of plain)
        list.report("FORK_PLAIN_LINK", { nodeId: node.id, linkId: link.id }, { ...names.ends(link), conditions });
      if (branchesOf(node) === "all") checkOverlaps(place, conditional, state, clashes, names, list);
    } else {
      const ends = firstOf(pairsOf(leaving), ([one, other]) => clashes.ends(one, other));
      if (ends !== undefined) {
        const [first, second] = ends.map((end) => names.placed(end));
        list.report("ENDS_TOGETHER", { nodeId: node.id }, { node: names.node(node), first: first ?? "", second: second ?? "" });
      }
    }
  }
}

function checkOverlaps(
  place: number,
  conditional: readonly GraphLink[],
  state: FlowState,
  clashes: Clashes,
  names: Names,
  list: FindingList,
): void {
  const known = state.known[place] ?? new Map();
  const base = (field: number) => state.baseAfter(place, field);
  for (const [one, other] of pairsOf(conditional)) {
    if (!canBothHold(known, state.groups.get(one) ?? [], state.groups.get(other) ?? [], base)) continue;
    const field = clashes.field(one, other);
    const ends = field === undefined ? clashes.ends(one, other) : undefined;
    if (field === undefined && ends === undefined) continue;
    const consequence =
      field === undefined
        ? `the decision then reaches ${(ends ?? []).map((end) => names.placed(end)).join(" and ")}`
        : `both branches set ${state.fields.list[field]?.name ?? "a field"}, and the one that runs last decides`;
    const details = { node: names.placed(place), first: textOf(one, state), second: textOf(other, state), consequence };
    list.report("FORK_OVERLAP", { nodeId: one.link.source, linkId: other.link.id }, details);
    return;
  }
}

/** Conflicts between two branches that both run. */
class Clashes {
  readonly #graph: Graph;
  readonly #state: FlowState;
  readonly #reach = new Map<number, BitSet>();

  constructor(state: FlowState) {
    this.#graph = state.graph;
    this.#state = state;
  }

  /** A field that both branches set. Adding to a field in both is how scores are summed, and no clash. */
  field(one: GraphLink, other: GraphLink): number | undefined {
    const [first, second] = this.#apart(one, other);
    const written = this.#writes(first);
    const also = this.#writes(second);
    return firstOf(written, ([field, adds]) => {
      const addsToo = also.get(field);
      return addsToo === undefined || (adds && addsToo) ? undefined : field;
    });
  }

  /** An End of each branch that the other branch does not lead to. */
  ends(one: GraphLink, other: GraphLink): readonly [number, number] | undefined {
    const [first, second] = this.#apart(one, other).map((nodes) =>
      firstOf(nodes.places(), (place) => (this.#graph.nodes[place]?.type === "End" ? place : undefined)),
    );
    return first === undefined || second === undefined ? undefined : [first, second];
  }

  /** Nodes that only the one or only the other branch leads to. */
  #apart(one: GraphLink, other: GraphLink): readonly [BitSet, BitSet] {
    const first = this.#from(one.to).copy();
    const second = this.#from(other.to).copy();
    first.subtract(this.#from(other.to));
    second.subtract(this.#from(one.to));
    return [first, second];
  }

  /** By index of a field that these nodes write: whether each of them only adds to it. */
  #writes(nodes: BitSet): ReadonlyMap<number, boolean> {
    const writes = new Map<number, boolean>();
    for (const node of nodes.places()) {
      const uses = this.#graph.uses[node] ?? [];
      for (const use of uses) {
        const field = use.access === "write" ? this.#state.fields.place(use.source, use.key) : undefined;
        if (field === undefined) continue;
        const adds = uses.some((read) => read.access === "read" && read.source === use.source && read.key === use.key);
        writes.set(field, (writes.get(field) ?? true) && adds);
      }
    }
    return writes;
  }

  #from(start: number): BitSet {
    const known = this.#reach.get(start);
    if (known !== undefined) return known;
    const reach = new BitSet(this.#graph.nodes.length);
    const waiting = [start];
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      if (reach.has(place)) continue;
      reach.add(place);
      for (const { to } of this.#graph.leaving[place] ?? []) waiting.push(to);
    }
    this.#reach.set(start, reach);
    return reach;
  }
}

function* pairsOf(links: readonly GraphLink[]): Generator<readonly [GraphLink, GraphLink]> {
  let count = 0;
  for (const [index, one] of links.entries()) {
    for (const other of links.slice(index + 1)) {
      count += 1;
      if (count > maxPairs) return;
      yield [one, other];
    }
  }
}

function firstOf<Item, Found>(items: Iterable<Item>, find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function textOf({ link }: GraphLink, { fields }: FlowState): string {
  return conditionsText(link.conditionFields, (source, key) => fields.name(source, key));
}
