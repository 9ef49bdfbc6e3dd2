import type { Assignment, Operation, OperationOf, Program, ProgramNode, Slot } from "../program/program.ts";
import type { FaultCode } from "../run/fault.ts";
import { expressionValue } from "./calculations.ts";
import { conditionTerm } from "./conditions.ts";
import { chooseText, Memory } from "./memory.ts";
import { predictionValue, type Predictions } from "./models.ts";
import type { Fault, Numbers, Worked } from "./numbers.ts";
import { bandPicker, listPicker, type Picker } from "./scores.ts";
import type { Term, Terms } from "./terms.ts";
import type { NumberValue, SlotValue } from "./value.ts";

/** One thing that can end a run: at most one of them, the first, is told for a row. */
export interface RunFault {
  readonly when: Term;
  readonly code: FaultCode;
  readonly nodeId: string;
}

/** Everything a run leaves behind, for all rows at once. */
export interface Ran {
  readonly memory: Memory;
  /** Each list is what one setter, calculation or score may fail with; lists exclude each other, in a list the first counts. */
  readonly faults: readonly (readonly RunFault[])[];
  /** In the order in which nodes are left. */
  readonly links: readonly { readonly index: number; readonly taken: Term }[];
  /** In the order in which codes are given: the number of a code of `codes`, from 1, or 0. */
  readonly reasons: readonly Term[];
  readonly codes: readonly string[];
  /** What each prediction came to, for all rows, whether or not they came to it. */
  readonly scores: readonly RanPrediction[];
}

export interface RanPrediction {
  readonly nodeId: string;
  readonly score: Term;
  readonly taken: Term | undefined;
  readonly inputs: readonly Slot[];
}

/**
 * Runs a program on terms instead of values: every node that some row might run, in the one order that all rows share. A flag says of
 * each row whether it is at the node; what a node sets is chosen by that flag.
 */
export function runOnTerms(
  numbers: Numbers,
  program: Program,
  values: readonly SlotValue[],
  mayStart: Term,
  predictions: Predictions,
): Ran {
  const run = new Run(numbers, new Memory(numbers, values), mayStart, predictions);
  for (const node of program.nodes) run.node(node, program);
  return run;
}

class Run implements Ran {
  readonly memory: Memory;
  readonly faults: RunFault[][] = [];
  readonly links: { readonly index: number; readonly taken: Term }[] = [];
  readonly reasons: Term[] = [];
  readonly codes: string[] = [];
  readonly scores: RanPrediction[] = [];
  readonly #numbers: Numbers;
  readonly #terms: Terms;
  readonly #predictions: Predictions;
  readonly #taken = new Map<number, Term>();
  /** Nothing has failed so far. */
  #alive: Term;
  #nodeId = "";

  constructor(numbers: Numbers, memory: Memory, mayStart: Term, predictions: Predictions) {
    this.#numbers = numbers;
    this.#terms = numbers.terms;
    this.memory = memory;
    this.#alive = mayStart;
    this.#predictions = predictions;
  }

  node(node: ProgramNode, program: Program): void {
    const terms = this.#terms;
    this.#nodeId = node.id;
    const arrived = node.index === 0 ? terms.always : terms.or(...node.incoming.map((link) => this.#taken.get(link) ?? terms.never));
    const runs = terms.and(this.#alive, arrived);
    const failed = runs === terms.never ? terms.never : this.#operate(node.operation, runs);
    this.#alive = terms.and(this.#alive, terms.not(failed));
    this.#leave(node, program, terms.and(runs, terms.not(failed)));
  }

  /** Answers whether the node failed. */
  #operate(operation: Operation, runs: Term): Term {
    switch (operation.kind) {
      case "Start":
      case "End":
        return this.#terms.never;
      case "EasyRule":
        return this.#assign(operation.assignments, this.#terms.and(runs, conditionTerm(this.#numbers, operation.condition, this.memory)));
      case "SetState":
        return this.#assign(operation.assignments, runs);
      case "Calculation":
        return this.#store(operation.target, expressionValue(this.#numbers, operation.expression, this.memory), runs);
      case "RangeScore":
        return this.#score(
          operation,
          bandPicker(this.#numbers, this.memory.number(operation.scored), operation.bands),
          operation.bands,
          runs,
        );
      case "ListScore":
        return this.#score(
          operation,
          listPicker(this.#numbers, this.memory.slot(operation.scored), operation.entries),
          operation.entries,
          runs,
        );
      case "Prediction":
        return this.#predict(operation, runs);
      case "WebCall":
        throw new TypeError("A flow with web calls does not become SQL");
    }
  }

  /** [EF8] */
  #predict(operation: OperationOf<"Prediction">, runs: Term): Term {
    const terms = this.#terms;
    const predicted = predictionValue(this.#numbers, this.#nodeId, operation, this.memory, this.#predictions);
    const inputs = operation.inputs.map(({ slot }) => slot);
    this.scores.push({ nodeId: this.#nodeId, score: predicted.value.term, taken: predicted.taken, inputs });
    const failed = this.#store(operation.target, predicted, runs);
    if (predicted.taken === undefined) return failed;
    const none = terms.count(0);
    const codes = predicted.classes.map((code) => terms.count(this.#codeNumber(code)));
    const code = terms.call("count", "pick", predicted.taken, none, ...codes);
    this.reasons.push(terms.choose(terms.and(runs, terms.not(failed)), code, none));
    return failed;
  }

  /** [SE1] Setter after setter, as long as none fails. */
  #assign(assignments: readonly Assignment[], runs: Term): Term {
    const terms = this.#terms;
    let failed = terms.never;
    for (const { target, operator, value } of assignments) {
      const guard = terms.and(runs, terms.not(failed));
      const right = this.memory.operand(value);
      if (right.kind === "text") this.#set(target, right, guard);
      else failed = terms.or(failed, this.#store(target, this.#added(target, operator, right), guard));
    }
    return failed;
  }

  /** [SE2] [SE3] */
  #added(target: Slot, operator: Assignment["operator"], right: NumberValue): Worked {
    if (operator === "=") return { value: right, faults: [] };
    const type = target.type === "Integer" && right.type === "Integer" ? "Integer" : "Float";
    return this.#numbers.add(this.memory.number(target), right, operator === "+=" ? "+" : "-", type);
  }

  /** [NU8] Stores what was worked out where nothing failed; answers where something did. */
  #store(target: Slot, { value, faults }: Worked, guard: Term): Term {
    const stored = this.#numbers.store(value, target.type === "Integer" ? "Integer" : "Float");
    const failed = this.#fail([...faults, ...stored.faults], guard);
    this.#set(target, stored.value, this.#terms.and(guard, this.#terms.not(failed)));
    return failed;
  }

  /** [SC3] to [SC7] */
  #score(
    { target, fallback }: OperationOf<"RangeScore"> | OperationOf<"ListScore">,
    pick: Picker,
    matches: readonly { readonly points: number; readonly reasonCode: string }[],
    runs: Term,
  ): Term {
    const numbers = this.#numbers;
    const terms = this.#terms;
    const type = target.type === "Integer" ? "Integer" : "Float";
    const amounts = matches.map(({ points }) => points);
    const before = this.memory.number(target);
    // Adding nothing where nothing matched leaves a number as it is: one addition, and no question whether there was a match.
    const { value, faults } = numbers.add(before, numbers.pickLiteral(pick, amounts, fallback ?? 0, type), "+", type);
    const failed = this.#fail(faults, runs);
    const guard = terms.and(runs, terms.not(failed));
    const points = numbers.pickLiteral(pick, amounts, fallback, type);
    this.#set(target, numbers.choose(numbers.isMissing(before), points, { ...value, mayBeMissing: false }), guard);

    const codes = matches.map(({ reasonCode }) => terms.count(reasonCode === "" ? 0 : this.#codeNumber(reasonCode)));
    const reason = terms.choose(guard, pick(codes, terms.count(0)), terms.count(0));
    if (reason !== terms.count(0)) this.reasons.push(reason);
    return failed;
  }

  #codeNumber(code: string): number {
    const known = this.codes.indexOf(code);
    return known >= 0 ? known + 1 : this.codes.push(code);
  }

  #set(target: Slot, value: SlotValue, guard: Term): void {
    const before = this.memory.slot(target);
    if (value.kind === "text" && before.kind === "text") this.memory.set(target, chooseText(this.#numbers, guard, value, before));
    else if (value.kind === "number" && before.kind === "number") this.memory.set(target, this.#numbers.choose(guard, value, before));
    else throw new TypeError("A text cannot be set to a number, nor a number to a text");
  }

  #fail(faults: readonly Fault[], guard: Term): Term {
    const terms = this.#terms;
    const possible = faults
      .map(({ when, code }): RunFault => ({ when: terms.and(guard, when), code, nodeId: this.#nodeId }))
      .filter(({ when }) => when !== terms.never);
    if (possible.length === 0) return terms.never;
    this.faults.push(possible);
    return terms.or(...possible.map(({ when }) => when));
  }

  /** [FL3] [FL4] [FL5] */
  #leave(node: ProgramNode, program: Program, left: Term): void {
    const terms = this.#terms;
    const links = node.outgoing.flatMap((index) => program.links[index] ?? []);
    const holds = new Map(links.map((link) => [link, conditionTerm(this.#numbers, link.condition, this.memory)]));
    const asked = links.filter((link) => !link.otherwise && link.condition.length > 0);
    const anyAsked = terms.or(...asked.map((link) => holds.get(link) ?? terms.never));
    for (const link of links) {
      const taken = terms.and(left, link.otherwise ? terms.not(anyAsked) : (holds.get(link) ?? terms.never));
      this.#taken.set(link.index, taken);
      this.links.push({ index: link.index, taken });
    }
  }
}
