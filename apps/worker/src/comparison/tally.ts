import { maxOutcomes, otherOutcomes, outcomeOf, type ComparisonSummary } from "@airlock/contract";
import { encodeRecord, explain, type Execution, type Plan } from "@airlock/engine";
import { inlined } from "@airlock/flow";
import { firstDifference, readWay, wayOf } from "@airlock/engine/compare";
import type { Flow } from "./compared-flow.ts";
import { outcomesOf } from "./outcomes-of.ts";

export interface Difference {
  readonly outcomeLeft: string;
  readonly outcomeRight: string;
  readonly firstNode: string;
  readonly firstLink: string;
}

/** Counts the results of two flows, one input at a time, added to an earlier summary. */
export class Tally {
  readonly #left: Flow;
  readonly #right: Flow;
  readonly #field: string | null;
  #counts: Pick<ComparisonSummary, "compared" | "changed" | "differing" | "unanswered" | "unreadable">;
  readonly #outcomes = new Set<string>();
  readonly #moves = new Map<string, number>();
  /** Paths added since the last summary. They are merged into the counts then, which bounds memory. */
  readonly #ways = { left: new Map<string, number>(), right: new Map<string, number>() };
  #shift: Pick<ComparisonSummary, "nodes" | "links">;

  constructor(left: Flow, right: Flow, field: string | null, before: ComparisonSummary) {
    this.#left = left;
    this.#right = right;
    this.#field = field;
    this.#shift = { nodes: before.nodes, links: before.links };
    const { compared, changed, differing, unanswered, unreadable } = before;
    this.#counts = { compared, changed, differing, unanswered, unreadable };
    for (const { from, to, count } of before.moves) this.#moves.set(JSON.stringify([from, to]), count);
    for (const { outcome } of before.outcomes) this.#outcomes.add(outcome);
  }

  skip(why: "unanswered" | "unreadable"): void {
    this.#counts = { ...this.#counts, [why]: this.#counts[why] + 1 };
  }

  /** Returns the difference, if there is one. */
  add(left: Execution, right: Execution): Difference | undefined {
    const [from, to] = [this.#outcome(left), this.#outcome(right)];
    increase(this.#moves, JSON.stringify([from, to]));
    increase(this.#ways.left, wayOf(left));
    increase(this.#ways.right, wayOf(right));
    const isOther = from !== to || !isSame(left, right);
    const { compared, changed, differing } = this.#counts;
    this.#counts = {
      ...this.#counts,
      compared: compared + 1,
      changed: changed + (from === to ? 0 : 1),
      differing: differing + (isOther ? 1 : 0),
    };
    if (!isOther) return undefined;
    const first = firstDifference(explain(this.#left.plan, encodeRecord(left)), explain(this.#right.plan, encodeRecord(right)));
    return { outcomeLeft: from, outcomeRight: to, firstNode: first?.nodeId ?? "", firstLink: first?.linkId ?? "" };
  }

  summary(): ComparisonSummary {
    const moves = [...this.#moves].map(([key, count]) => {
      const [from, to] = JSON.parse(key) as [string, string]; // Written by `add`.
      return { from, to, count };
    });
    this.#shift = { nodes: this.#shifted("nodes"), links: this.#shifted("links") };
    this.#ways.left.clear();
    this.#ways.right.clear();
    return { ...this.#counts, outcomes: outcomesOf(moves), moves, ...this.#shift };
  }

  /** Nodes or links of both flows, those of the new one first, with the paths added since the last summary. */
  #shifted(part: "nodes" | "links"): ComparisonSummary["nodes"] {
    const before = new Map(this.#shift[part].map((shifted) => [shifted.id, shifted]));
    const left = countsOf(this.#left.plan, this.#ways.left, part);
    const right = countsOf(this.#right.plan, this.#ways.right, part);
    const ids = [this.#right, this.#left].flatMap(({ definition }) => inlined(definition)[part].map(({ id }) => id));
    return [...new Set(ids)].map((id) => ({
      id,
      left: (before.get(id)?.left ?? 0) + (left.get(id) ?? 0),
      right: (before.get(id)?.right ?? 0) + (right.get(id) ?? 0),
    }));
  }

  #outcome(execution: Execution): string {
    const outcome = outcomeOf(this.#field, execution);
    if (this.#outcomes.has(outcome) || this.#outcomes.size < maxOutcomes) {
      this.#outcomes.add(outcome);
      return outcome;
    }
    return otherOutcomes;
  }
}

function isSame(left: Execution, right: Execution): boolean {
  const outcomeText = ({ status, runtimeData, reasonCodes, error }: Execution) =>
    JSON.stringify([
      status,
      Object.entries(runtimeData).toSorted(([one], [other]) => (one < other ? -1 : 1)),
      reasonCodes,
      error?.code ?? null,
    ]);
  return outcomeText(left) === outcomeText(right);
}

/** Executions with the same path are counted together. */
function countsOf(plan: Plan, ways: ReadonlyMap<string, number>, part: "nodes" | "links"): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [way, count] of ways) for (const id of readWay(plan, way)[part]) counts.set(id, (counts.get(id) ?? 0) + count);
  return counts;
}

function increase(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
