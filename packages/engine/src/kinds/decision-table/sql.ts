import type { ValueSet } from "@airlock/flow";
import type { Slot } from "../../program/parts.ts";
import { isMissing, listTerm } from "../../sql/conditions.ts";
import { FormulaTerms } from "../../sql/formulas.ts";
import type { SqlKind } from "../../sql/kind.ts";
import type { NodeRun } from "../../sql/node-run.ts";
import type { Numbers } from "../../sql/numbers.ts";
import { refuse } from "../../sql/refusal.ts";
import { tablePicker, type Picker } from "../../sql/scores.ts";
import type { Term } from "../../sql/terms.ts";
import { heldAs, type NumberValue, type SlotValue } from "../../sql/value.ts";
import type { DecisionTableOperation, OutputCell, OutputRow } from "./operation.ts";

export const decisionTable: SqlKind<DecisionTableOperation> = {
  refuse: ({ usesToday }, { label }) =>
    usesToday ? refuse("TODAY", `'${label}' uses today(), which rows of a table do not have. Take the date from a field.`) : undefined,
  run: (operation, run, guard) => new TableRun(operation, run).run(guard),
};

const nothing: OutputCell = { kind: "nothing" };

class TableRun {
  readonly #operation: DecisionTableOperation;
  readonly #run: NodeRun;
  readonly #numbers: Numbers;
  #failed: Term;

  constructor(operation: DecisionTableOperation, run: NodeRun) {
    this.#operation = operation;
    this.#run = run;
    this.#numbers = run.numbers;
    this.#failed = run.numbers.terms.never;
  }

  run(guard: Term): Term {
    const { terms } = this.#numbers;
    const { hitPolicy, rows, fallback } = this.#operation;
    const inputs = this.#inputs(guard);
    const flags = rows.map(({ takes }) => terms.and(...takes.map((values, column) => this.#takes(values, inputs[column]))));
    const reached = terms.and(guard, terms.not(this.#failed));
    if (hitPolicy === "first" || hitPolicy === "unique") this.#one(flags, reached);
    else {
      const matched = terms.and(reached, terms.or(...flags));
      if (hitPolicy === "all") this.#all(flags, matched);
      else this.#sums(flags, matched);
      if (fallback !== undefined) this.#row(fallback, terms.and(reached, terms.not(terms.or(...flags))));
    }
    return this.#failed;
  }

  /** [DT1] */
  #inputs(guard: Term): readonly SlotValue[] {
    const { terms } = this.#numbers;
    return this.#operation.inputs.map((formula) => {
      const parts = this.#formulas();
      const value = formula.type === "String" ? parts.text(formula, terms.always) : parts.number(formula, terms.always);
      this.#fail(this.#run.fail(parts.faults, terms.and(guard, terms.not(this.#failed))));
      return value;
    });
  }

  /** [DT2] */
  #takes(values: ValueSet, input: SlotValue | undefined): Term {
    const { terms } = this.#numbers;
    if (input === undefined) return terms.always;
    const missing = isMissing(this.#numbers, input);
    const present = terms.not(missing);
    if (values.sort === "texts") {
      const isListed = listTerm(this.#numbers, input, [...values.set.values]);
      if (!values.set.except) return values.missing ? terms.or(isListed, missing) : isListed;
      const isOther = terms.not(isListed);
      return values.missing ? isOther : terms.and(isOther, present);
    }
    if (values.missing && values.set.length === 1 && values.set[0]?.from.value === -Infinity && values.set[0].to.value === Infinity)
      return terms.always;
    const runs = values.set.map(({ from, to }) => {
      const bounds: Term[] = [];
      if (from.value !== -Infinity)
        bounds.push(terms.compare(from.after === 1 ? "greater" : "greaterOrEquals", input.term, terms.number(from.value)));
      if (to.value !== Infinity) bounds.push(terms.compare(to.after === 1 ? "lessOrEquals" : "less", input.term, terms.number(to.value)));
      return bounds.length === 0 ? present : terms.and(...bounds);
    });
    return terms.or(...runs, ...(values.missing ? [missing] : []));
  }

  /** [DT3] One row counts: every column is one expression over its index. */
  #one(flags: readonly Term[], reached: Term): void {
    const { terms } = this.#numbers;
    const { hitPolicy, rows, fallback, targets } = this.#operation;
    const placeIn = (ordered: readonly (readonly [number, Term])[]): Term =>
      terms.chooseFirst(
        ordered.map(([row, when]) => ({ when, gives: terms.count(row + 1) })),
        terms.count(0),
      );
    const numbered = [...flags.entries()];
    const place = placeIn(numbered);
    if (hitPolicy === "unique") {
      const last = placeIn(numbered.toReversed());
      this.#fail(this.#run.fail([{ when: terms.compare("notEquals", place, last), code: "TABLE_NOT_UNIQUE" }], reached));
    }
    const all: readonly OutputRow[] = [...rows, ...(fallback === undefined ? [] : [fallback])];
    // The default row comes after the others: it counts where none of them does.
    const at =
      fallback === undefined ? place : terms.choose(terms.compare("equals", place, terms.count(0)), terms.count(rows.length + 1), place);
    const pick = tablePicker(this.#numbers, at);
    for (const [column, target] of targets.entries()) {
      const cells = all.map(({ cells: outputs }) => outputs[column] ?? nothing);
      this.#literals(target, cells, pick, this.#alive(reached));
      for (const [row, cell] of cells.entries()) {
        if (cell.kind !== "formula") continue;
        const counts = terms.compare("equals", at, terms.count(row + 1));
        this.#cell(cell, target, terms.and(this.#alive(reached), counts));
      }
    }
    const codes = all.map(({ reasonCode }) => terms.count(reasonCode === "" ? 0 : this.#run.codeNumber(reasonCode)));
    this.#reason(pick(codes, terms.count(0)), this.#alive(reached));
  }

  /** The literals of a column at once. */
  #literals(target: Slot, cells: readonly OutputCell[], pick: Picker, guard: Term): void {
    const { terms } = this.#numbers;
    if (!cells.some(({ kind }) => kind === "literal")) return;
    const isSet = pick(
      cells.map(({ kind }) => terms.count(kind === "literal" ? 1 : 0)),
      terms.count(0),
    );
    const counts = terms.and(guard, terms.compare("equals", isSet, terms.count(1)));
    if (target.type === "String") {
      const texts = cells.map((cell) => terms.text(cell.kind === "literal" ? String(cell.value) : ""));
      this.#run.set(target, { kind: "text", term: pick(texts, terms.text("")), mayBeMissing: false }, counts);
      return;
    }
    const amounts = cells.map((cell) => (cell.kind === "literal" ? Number(cell.value) : 0));
    this.#run.set(target, this.#numbers.pickLiteral(pick, amounts, 0, heldAs(target.type)), counts);
  }

  #all(flags: readonly Term[], matched: Term): void {
    const { terms } = this.#numbers;
    for (const [place, row] of this.#operation.rows.entries()) this.#row(row, terms.and(matched, flags[place] ?? terms.never));
  }

  /** [DT4] */
  #row({ cells, reasonCode }: OutputRow, counts: Term): void {
    for (const [column, target] of this.#operation.targets.entries()) {
      this.#cell(cells[column] ?? nothing, target, this.#alive(counts));
    }
    if (reasonCode !== "") this.#reason(this.#numbers.terms.count(this.#run.codeNumber(reasonCode)), this.#alive(counts));
  }

  #cell(cell: OutputCell, target: Slot, guard: Term): void {
    const { terms } = this.#numbers;
    if (cell.kind === "nothing" || guard === terms.never) return;
    if (cell.kind === "literal") {
      const value: SlotValue =
        typeof cell.value === "string"
          ? { kind: "text", term: terms.text(cell.value), mayBeMissing: false }
          : this.#numbers.literal(cell.value, target.type === "String" ? "Integer" : heldAs(target.type));
      this.#run.set(target, value, guard);
      return;
    }
    const parts = this.#formulas();
    if (cell.formula.type === "String") {
      const value = parts.text(cell.formula, terms.always);
      const failing = this.#run.fail(parts.faults, guard);
      this.#run.set(target, value, terms.and(guard, terms.not(failing)));
      this.#fail(failing);
    } else {
      const value = parts.number(cell.formula, terms.always);
      this.#fail(this.#run.store(target, { value, faults: parts.faults }, guard));
    }
  }

  /** [DT5] */
  #sums(flags: readonly Term[], matched: Term): void {
    const { terms } = this.#numbers;
    const { targets, rows } = this.#operation;
    for (const [column, target] of targets.entries()) {
      const type = target.type === "Integer" ? "Integer" : "Float";
      let sum: NumberValue = this.#numbers.missing(type);
      for (const [place, { cells }] of rows.entries()) {
        const cell = cells[column];
        if (cell === undefined || cell.kind === "nothing") continue;
        const counts = terms.and(this.#alive(matched), flags[place] ?? terms.never);
        const more = this.#addend(cell, type, counts);
        const present = terms.and(flags[place] ?? terms.never, this.#numbers.isPresent(more));
        const begun = this.#numbers.isPresent(sum);
        const { value, faults } = this.#numbers.add(sum, more, "+", type);
        this.#fail(this.#run.fail(faults, terms.and(this.#alive(counts), present, begun)));
        sum = this.#numbers.choose(present, this.#numbers.choose(begun, value, more), sum);
      }
      this.#run.set(target, sum, terms.and(this.#alive(matched), this.#numbers.isPresent(sum)));
    }
    for (const [place, { reasonCode }] of rows.entries()) {
      if (reasonCode === "") continue;
      const counts = terms.and(this.#alive(matched), flags[place] ?? terms.never);
      this.#reason(terms.count(this.#run.codeNumber(reasonCode)), counts);
    }
  }

  /** What a cell adds, of the type of the field. */
  #addend(cell: OutputCell, type: "Integer" | "Float", counts: Term): NumberValue {
    if (cell.kind !== "formula") return this.#numbers.literal(cell.kind === "literal" ? Number(cell.value) : 0, type);
    const parts = this.#formulas();
    const value = parts.number(cell.formula, this.#numbers.terms.always);
    const stored = this.#numbers.store(value, type);
    this.#fail(this.#run.fail([...parts.faults, ...stored.faults], counts));
    return stored.value;
  }

  #formulas(): FormulaTerms {
    return new FormulaTerms({
      numbers: this.#numbers,
      memory: this.#run.memory,
      reads: this.#operation.reads,
      lists: this.#operation.lists,
    });
  }

  #alive(guard: Term): Term {
    return this.#numbers.terms.and(guard, this.#numbers.terms.not(this.#failed));
  }

  #fail(failing: Term): void {
    this.#failed = this.#numbers.terms.or(this.#failed, failing);
  }

  #reason(code: Term, guard: Term): void {
    const { terms } = this.#numbers;
    const reason = terms.choose(guard, code, terms.count(0));
    if (reason !== terms.count(0)) this.#run.giveReason(reason);
  }
}
