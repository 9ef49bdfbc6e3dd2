/** What is known about the data fields at each node and link, for any input: which are set, and their possible values. */
import { branchesOf } from "../branches.ts";
import { BitSet } from "../sets/bit-set.ts";
import { everyValue, extent, type ValueSet } from "../sets/value-set.ts";
import { exceptWhere, groupsOf, joined, narrowed, type Group, type Known } from "./condition-logic.ts";
import type { Fields } from "./fields.ts";
import type { Graph, GraphLink } from "./graph.ts";
import { findSafeFields } from "./safe-fields.ts";
import { findSureNodes, hasConditions, type SureNodes } from "./sure-nodes.ts";

/** Fields that something is remembered of from node to node, and the runs or texts of each. */
const maxRemembered = 50;

export class FlowState {
  readonly graph: Graph;
  readonly fields: Fields;
  readonly groups: ReadonlyMap<GraphLink, readonly Group[]>;
  readonly sure: SureNodes;
  /** By index of the node: fields that some path sets before it, fields that every path sets before it, and known values. */
  readonly mayBeSet: BitSet[];
  readonly isSet: BitSet[];
  readonly known: Known[];
  /** For each link, the known values once it is taken; undefined if it never is. */
  readonly taken = new Map<GraphLink, Known | undefined>();
  /** Fields that are never missing once they are set. */
  readonly #safe: BitSet;
  readonly #certain: readonly BitSet[];
  readonly #any: readonly BitSet[];
  readonly #changing: BitSet;

  constructor(graph: Graph, fields: Fields, groups: ReadonlyMap<GraphLink, readonly Group[]>, rough: FlowState | undefined) {
    const size = graph.nodes.length;
    this.graph = graph;
    this.fields = fields;
    this.groups = groups;
    this.mayBeSet = Array.from({ length: size }, () => this.#noFields());
    this.isSet = Array.from({ length: size }, () => this.#noFields());
    this.known = Array.from({ length: size }, () => new Map());
    this.#any = rough === undefined ? graph.nodes.map((_, place) => this.#writesOf(place, false)) : rough.#any;
    this.#certain = rough === undefined ? graph.nodes.map((_, place) => this.#writesOf(place, true)) : rough.#certain;
    this.#changing = this.#noFields();
    for (const any of this.#any) this.#changing.unite(any);
    this.#safe = findSafeFields(graph, fields, rough?.isSet);
    this.sure = findSureNodes(graph, (place) => rough?.leavesNoCase(place) ?? false);
    for (const place of graph.order) if (graph.reached[place]) this.#enter(place);
  }

  /** What a field can be when a node begins, where nothing narrower is known: anything, missing or not. */
  baseBefore(node: number, place: number): ValueSet {
    return this.#base(place, this.isSet[node]?.has(place) ?? false);
  }

  /** The same when the node has run. */
  baseAfter(node: number, place: number): ValueSet {
    return this.#base(place, (this.isSet[node]?.has(place) || this.#certain[node]?.has(place)) ?? false);
  }

  #base(place: number, isSet: boolean): ValueSet {
    const field = this.fields.list[place];
    const isThere = field?.source === "Application" ? field.required : isSet;
    return everyValue(field?.type ?? "String", !(isThere && this.#safe.has(place)));
  }

  /** Links into a node that can be taken and behind which a field is not surely set. */
  waysWithout(place: number, field: number): readonly GraphLink[] {
    return this.#waysInto(place).filter((link) => {
      const isSet = this.isSet[link.from]?.has(field) || this.#certain[link.from]?.has(field);
      return !isSet && this.taken.get(link)?.get(field)?.missing !== false;
    });
  }

  /** Whether the conditions on the links of a node together cover every case. */
  leavesNoCase(place: number): boolean {
    return (this.graph.leaving[place] ?? []).some(hasConditions) && this.exceptConditions(place) === undefined;
  }

  /**
   * The known values when no conditional link of a node is taken, undefined if one always is. Only links with conditions about a single
   * field narrow anything.
   */
  exceptConditions(place: number): Known | undefined {
    let left: Known | undefined = this.known[place] ?? new Map<number, ValueSet>();
    for (const link of (this.graph.leaving[place] ?? []).filter(hasConditions)) {
      left = exceptWhere(left, this.groups.get(link) ?? [], (field) => this.baseAfter(place, field));
      if (left === undefined) return undefined;
    }
    return left;
  }

  /** Fields that every execution has set by the time when no node is left to run. */
  setAtEnd(): BitSet {
    const { graph } = this;
    let set: BitSet | undefined;
    // Each path ends at one of these nodes, and every execution has taken a path.
    for (const place of graph.order) {
      const leaving = graph.leaving[place] ?? [];
      const mayEnd = leaving.every(hasConditions) && !this.leavesNoCase(place);
      if (!graph.reached[place] || !mayEnd) continue;
      const here = (this.isSet[place] ?? this.#noFields()).copy();
      here.unite(this.#certain[place] ?? here);
      if (set === undefined) set = here;
      else set.intersect(here);
    }
    const all = set ?? this.#noFields();
    const sure = graph.start === undefined ? undefined : this.sure.with[graph.start];
    for (const place of sure?.places() ?? []) all.unite(this.#certain[place] ?? all);
    return all;
  }

  #entering(place: number): readonly GraphLink[] {
    return (this.graph.entering[place] ?? []).filter(({ from }) => this.graph.reached[from]);
  }

  #waysInto(place: number): readonly GraphLink[] {
    const entering = this.#entering(place);
    const open = entering.filter((link) => this.taken.get(link) !== undefined);
    // A node after links that are never taken has a finding at those links; its successors are checked as if they were taken.
    return open.length > 0 ? open : entering;
  }

  #enter(place: number): void {
    const entering = this.#entering(place);
    const ways = this.#waysInto(place);
    this.known[place] = joined(ways.map((link) => this.#lasting(this.taken.get(link) ?? new Map())));
    const may = this.#noFields();
    for (const { from } of entering) {
      may.unite(this.mayBeSet[from] ?? may);
      may.unite(this.#any[from] ?? may);
    }
    let set: BitSet | undefined;
    for (const link of ways) {
      const here = this.#setBehind(link);
      if (set === undefined) set = here;
      else set.intersect(here);
    }
    set ??= this.#noFields();
    this.#uniteSureNodes(place, ways, set);
    this.mayBeSet[place] = may;
    this.isSet[place] = set;
    this.#leave(place);
  }

  #leave(place: number): void {
    const base = (field: number): ValueSet => this.baseAfter(place, field);
    const node = this.graph.nodes[place];
    const takesFirst = node !== undefined && branchesOf(node) === "first";
    const known: Known = this.known[place] ?? new Map<number, ValueSet>();
    /** The known values when none of the links so far was taken. */
    let left: Known | undefined = known;
    for (const link of this.graph.leaving[place] ?? []) {
      const groups = this.groups.get(link) ?? [];
      if (link.link.otherwise) this.taken.set(link, this.exceptConditions(place));
      else if (takesFirst && hasConditions(link)) {
        this.taken.set(link, left === undefined ? undefined : narrowed(left, groups, base));
        left = left === undefined ? undefined : exceptWhere(left, groups, base);
      } else this.taken.set(link, narrowed(known, groups, base));
    }
  }

  /** Fields that are set once a link is taken: its conditions may not hold for a missing field. */
  #setBehind(link: GraphLink): BitSet {
    const set = (this.isSet[link.from] ?? this.#noFields()).copy();
    const certain = this.#certain[link.from];
    if (certain !== undefined) set.unite(certain);
    for (const [field, values] of this.taken.get(link) ?? []) if (!values.missing) set.add(field);
    return set;
  }

  /**
   * Nodes that have certainly run by now have set their fields, whichever path led here. Those on every path are in `set` already, so only
   * the rest are visited: otherwise a long flow would take quadratic time.
   */
  #uniteSureNodes(place: number, ways: readonly GraphLink[], set: BitSet): void {
    if (ways.length < 2) return;
    const earlier = this.#sureBefore(place);
    let passed: BitSet | undefined;
    for (const { from } of ways) {
      const behind = this.#sureBefore(from);
      behind.add(from);
      if (passed === undefined) passed = behind;
      else passed.intersect(behind);
    }
    if (passed !== undefined) earlier.subtract(passed);
    for (const other of earlier.places()) {
      const certain = this.#certain[other];
      const known = this.isSet[other];
      if (certain !== undefined) set.unite(certain);
      if (known !== undefined) set.unite(known);
    }
  }

  #sureBefore(place: number): BitSet {
    const earlier = (this.sure.with[place] ?? new BitSet(0)).copy();
    const before = this.sure.before[place];
    if (before !== undefined) earlier.intersect(before);
    return earlier;
  }

  /**
   * Only fields that no node changes are still known at the next node: another branch may run in between. The number of known fields is
   * limited, because a contrived drawing could otherwise take minutes; knowing less is always safe.
   */
  #lasting(known: Known): Known {
    const lasting = new Map<number, ValueSet>();
    for (const [place, set] of known) {
      if (lasting.size === maxRemembered) break;
      if (!this.#changing.has(place) && extent(set) <= maxRemembered) lasting.set(place, set);
    }
    return lasting;
  }

  #writesOf(node: number, onlyCertain: boolean): BitSet {
    const writes = this.#noFields();
    for (const use of this.graph.uses[node] ?? []) {
      const place = use.access === "write" && (use.certain || !onlyCertain) ? this.fields.place(use.source, use.key) : undefined;
      if (place !== undefined) writes.add(place);
    }
    return writes;
  }

  #noFields(): BitSet {
    return new BitSet(this.fields.list.length);
  }
}

/**
 * Whether conditions leave a case open depends on which fields are set, and vice versa: so the state is computed twice, first roughly, then
 * exactly.
 */
export function findFlowState(graph: Graph, fields: Fields): FlowState {
  const groups = new Map(graph.links.map((link) => [link, groupsOf(link.link.conditionFields, fields)]));
  return new FlowState(graph, fields, groups, new FlowState(graph, fields, groups, undefined));
}
