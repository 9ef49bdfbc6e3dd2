import type { Jdm, JdmEdge, JdmNode } from "./read-jdm.ts";
import { isCollectSwitch, statementsOf } from "./switch-statements.ts";

/** The request, which every node runs for that is not behind a switch. */
const request = "";

/** Which nodes of a file run together, and in which order. A node runs when one of its causes holds: the request, or a branch of a switch. */
export class Runs {
  readonly #jdm: Jdm;
  readonly #into: ReadonlyMap<string, readonly JdmEdge[]>;
  readonly #causes = new Map<string, ReadonlySet<string>>();
  readonly #branches = new Map<string, Pick<JdmEdge, "source" | "handle">>();
  readonly #ancestors = new Map<string, ReadonlySet<string>>();
  readonly #exclusive = new Map<string, boolean>();

  /** The nodes that the input reaches, each after all nodes before it. */
  constructor(jdm: Jdm, order: readonly JdmNode[]) {
    this.#jdm = jdm;
    this.#into = Map.groupBy(jdm.edges, ({ target }) => target);
    for (const { id, type } of order) {
      const into = this.#into.get(id) ?? [];
      this.#causes.set(id, new Set(type === "inputNode" ? [request] : into.flatMap((edge) => [...this.causesOfEdge(edge)])));
    }
  }

  causes(id: string): ReadonlySet<string> {
    return this.#causes.get(id) ?? new Set();
  }

  causesOfEdge({ source, handle }: JdmEdge): ReadonlySet<string> {
    const isSwitch = this.#jdm.nodes.get(source)?.type === "switchNode";
    if (!isSwitch || !this.#causes.has(source)) return this.causes(source);
    const branch = branchOf(source, handle);
    this.#branches.set(branch, { source, handle });
    return new Set([branch]);
  }

  /** Whether one of the causes holds whenever one of these does. */
  covers(causes: ReadonlySet<string>, these: ReadonlySet<string>): boolean {
    const holding = this.#withWholeSwitches(causes);
    const known = new Map<string, boolean>();
    const isCovered = (cause: string): boolean => {
      const branch = this.#branches.get(cause);
      const isSo =
        known.get(cause) ??
        (holding.has(request) || holding.has(cause) || (branch !== undefined && [...this.causes(branch.source)].every(isCovered)));
      known.set(cause, isSo);
      return isSo;
    };
    return [...these].every(isCovered);
  }

  /** One of all branches of a switch is taken whenever the switch runs; with `collect`, that of an empty condition. */
  #withWholeSwitches(causes: ReadonlySet<string>): ReadonlySet<string> {
    const found = new Set(causes);
    // Causes that are added are visited too.
    for (const cause of found) {
      const node = this.#jdm.nodes.get(this.#branches.get(cause)?.source ?? "");
      if (node === undefined) continue;
      const statements = statementsOf(node);
      const holds = ({ id }: { readonly id: string }): boolean => found.has(branchOf(node.id, id));
      const defaults = statements.filter(({ isDefault }) => isDefault);
      const isWhole = isCollectSwitch(node) ? defaults.some(holds) : defaults.length > 0 && statements.every(holds);
      if (isWhole) for (const before of this.causes(node.id)) found.add(before);
    }
    return found;
  }

  /** Whether links lead from the first node to the second. */
  isBefore(first: string, second: string): boolean {
    return this.#ancestorsOf(second).has(first);
  }

  /** Whether what a node sets is never there after another one set the same. */
  isReplaced(node: string, later: string): boolean {
    return this.isBefore(node, later) || this.areExclusive(this.causes(node), this.causes(later));
  }

  /** Whether no evaluation runs nodes with these causes together. */
  areExclusive(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
    return [...some].every((one) => [...others].every((other) => this.#excludes(one, other)));
  }

  #excludes(one: string, other: string): boolean {
    const key = `${one} ${other}`;
    const known = this.#exclusive.get(key) ?? this.#branchesExclude(one, other);
    this.#exclusive.set(key, known);
    return known;
  }

  #branchesExclude(one: string, other: string): boolean {
    const [first, second] = [this.#branches.get(one), this.#branches.get(other)];
    if (first !== undefined && first.source === second?.source) {
      const node = this.#jdm.nodes.get(first.source);
      return first.handle !== second.handle && node !== undefined && !isCollectSwitch(node);
    }
    return (
      (first !== undefined && [...this.causes(first.source)].every((before) => this.#excludes(before, other))) ||
      (second !== undefined && [...this.causes(second.source)].every((before) => this.#excludes(one, before)))
    );
  }

  #ancestorsOf(id: string): ReadonlySet<string> {
    const known = this.#ancestors.get(id);
    if (known !== undefined) return known;
    const found = new Set<string>();
    const open = [id];
    for (let target = open.pop(); target !== undefined; target = open.pop()) {
      for (const { source } of this.#into.get(target) ?? []) {
        if (found.has(source)) continue;
        found.add(source);
        open.push(source);
      }
    }
    this.#ancestors.set(id, found);
    return found;
  }
}

function branchOf(source: string, handle: string): string {
  return JSON.stringify([source, handle]);
}
