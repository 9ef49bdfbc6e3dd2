import type { FaultCode } from "../fault.ts";
import type { Slot } from "../program/parts.ts";
import type { Program, ProgramNode } from "../program/program.ts";
import { conditionTerm } from "./conditions.ts";
import type { SqlLists } from "./lists.ts";
import { chooseText, Memory } from "./memory.ts";
import type { Predictions } from "./models.ts";
import type { NodeRun, RanPrediction } from "./node-run.ts";
import type { Fault, Numbers, Worked } from "./numbers.ts";
import { sqlKindOf } from "./registry.ts";
import type { Term, Terms } from "./terms.ts";
import type { SlotValue } from "./value.ts";

/** A fault that can end a run. At most one, the first, is reported for a row. */
interface RunFault {
  readonly when: Term;
  readonly code: FaultCode;
  readonly nodeId: string;
}

/** The results of a run, for all rows at once. */
export interface Ran {
  readonly memory: Memory;
  /** Each list is what one setter, calculation or score may fail with; lists exclude each other, in a list the first counts. */
  readonly faults: readonly (readonly RunFault[])[];
  /** In the order in which nodes are left. */
  readonly links: readonly { readonly index: number; readonly taken: Term }[];
  /** In the order in which codes are added: the number of a code of `codes`, from 1, or 0. */
  readonly reasons: readonly Term[];
  readonly codes: readonly string[];
  /** The result of each prediction, for all rows, whether or not they reached it. */
  readonly scores: readonly RanPrediction[];
}

/**
 * Runs a program on terms instead of values: every node that some row might run, in the one order that all rows share. A flag says for each
 * row whether it is at the node; assignments of the node are conditional on that flag.
 */
export function runOnTerms(
  numbers: Numbers,
  program: Program,
  values: readonly SlotValue[],
  mayStart: Term,
  predictions: Predictions,
  lists: SqlLists,
): Ran {
  const run = new Run(numbers, new Memory(numbers, values, lists), mayStart, predictions);
  for (const node of program.nodes) run.node(node, program);
  return run;
}

class Run implements Ran, NodeRun {
  readonly memory: Memory;
  readonly faults: RunFault[][] = [];
  readonly links: { readonly index: number; readonly taken: Term }[] = [];
  readonly reasons: Term[] = [];
  readonly codes: string[] = [];
  readonly scores: RanPrediction[] = [];
  readonly numbers: Numbers;
  readonly #terms: Terms;
  readonly predictions: Predictions;
  readonly #taken = new Map<number, Term>();
  /** Nothing has failed so far. */
  #alive: Term;
  nodeId = "";

  constructor(numbers: Numbers, memory: Memory, mayStart: Term, predictions: Predictions) {
    this.numbers = numbers;
    this.#terms = numbers.terms;
    this.memory = memory;
    this.#alive = mayStart;
    this.predictions = predictions;
  }

  node(node: ProgramNode, program: Program): void {
    const terms = this.#terms;
    this.nodeId = node.id;
    const arrived = node.index === 0 ? terms.always : terms.or(...node.incoming.map((link) => this.#taken.get(link) ?? terms.never));
    const runs = terms.and(this.#alive, arrived);
    const failed = runs === terms.never ? terms.never : sqlKindOf(node.operation.kind).run(node.operation, this, runs);
    this.#alive = terms.and(this.#alive, terms.not(failed));
    this.#leave(node, program, terms.and(runs, terms.not(failed)));
  }

  /** [NU8] Stores the value where nothing failed; returns the term that says where something did. */
  store(target: Slot, { value, faults }: Worked, guard: Term): Term {
    const stored = this.numbers.store(value, target.type === "Float" ? "Float" : "Integer");
    const failed = this.fail([...faults, ...stored.faults], guard);
    this.set(target, stored.value, this.#terms.and(guard, this.#terms.not(failed)));
    return failed;
  }

  codeNumber(code: string): number {
    const known = this.codes.indexOf(code);
    return known >= 0 ? known + 1 : this.codes.push(code);
  }

  giveReason(code: Term): void {
    this.reasons.push(code);
  }

  keepScore(prediction: RanPrediction): void {
    this.scores.push(prediction);
  }

  set(target: Slot, value: SlotValue, guard: Term): void {
    const before = this.memory.slot(target);
    if (value.kind === "text" && before.kind === "text") this.memory.set(target, chooseText(this.numbers, guard, value, before));
    else if (value.kind === "number" && before.kind === "number") this.memory.set(target, this.numbers.choose(guard, value, before));
    else throw new TypeError("A text cannot be set to a number, nor a number to a text");
  }

  fail(faults: readonly Fault[], guard: Term): Term {
    const terms = this.#terms;
    const possible = faults
      .map(({ when, code }): RunFault => ({ when: terms.and(guard, when), code, nodeId: this.nodeId }))
      .filter(({ when }) => when !== terms.never);
    if (possible.length === 0) return terms.never;
    this.faults.push(possible);
    return terms.or(...possible.map(({ when }) => when));
  }

  /** [FL3] [FL4] [FL5] [FL9] */
  #leave(node: ProgramNode, program: Program, left: Term): void {
    const terms = this.#terms;
    const links = node.outgoing.flatMap((index) => program.links[index] ?? []);
    const holds = new Map(links.map((link) => [link, conditionTerm(this.numbers, link.condition, this.memory)]));
    const conditional = links.filter((link) => !link.otherwise && link.condition.length > 0);
    const anyConditional = terms.or(...conditional.map((link) => holds.get(link) ?? terms.never));
    let anyEarlier = terms.never;
    for (const link of links) {
      let holding = link.otherwise ? terms.not(anyConditional) : (holds.get(link) ?? terms.never);
      if (node.branches === "first" && link.condition.length > 0) {
        const isFirst = terms.and(holding, terms.not(anyEarlier));
        anyEarlier = terms.or(anyEarlier, holding);
        holding = isFirst;
      }
      const taken = terms.and(left, holding);
      this.#taken.set(link.index, taken);
      this.links.push({ index: link.index, taken });
    }
  }
}
