import type { TypedFormula } from "@airlock/flow";
import { isCondition, known, type Part } from "../formula/parts.ts";
import type { ListUse, Slot } from "../program/parts.ts";
import { Calendar } from "./calendar.ts";
import { comparators, equality, isMissing } from "./conditions.ts";
import { hasKey, listValue } from "./lists.ts";
import { chooseText, type Memory } from "./memory.ts";
import type { Fault, Numbers, Worked } from "./numbers.ts";
import { power } from "./power.ts";
import { rounded } from "./rounding.ts";
import type { Term } from "./terms.ts";
import type { NumberValue, SlotValue, TextValue } from "./value.ts";

export interface FormulaSurroundings {
  readonly numbers: Numbers;
  readonly memory: Memory;
  /** The fields and lists that the formula reads. */
  readonly reads: readonly Slot[];
  readonly lists: readonly ListUse[];
}

/**
 * A formula as terms. Every part is computed for all rows; `reached` says for which of them it counts, so that a branch that is not taken
 * never fails. Faults are in the order in which a run would encounter them.
 */
export class FormulaTerms {
  readonly faults: Fault[] = [];
  readonly #numbers: Numbers;
  readonly #around: FormulaSurroundings;
  readonly #calendar: Calendar;

  constructor(around: FormulaSurroundings) {
    this.#around = around;
    this.#numbers = around.numbers;
    this.#calendar = new Calendar(around.numbers);
  }

  number(formula: TypedFormula, reached: Term): NumberValue {
    switch (formula.kind) {
      case "literal":
        return this.#numbers.literal(Number(formula.value), formula.type === "Float" ? "Float" : "Integer");
      case "field":
        return this.#around.memory.number(this.#slot(formula));
      case "widen":
        return this.#worked(this.#numbers.store(this.number(formula.operand, reached), "Float"), reached);
      case "negate":
        return this.#negated(this.number(formula.operand, reached));
      case "arithmetic":
        return this.#arithmetic(formula, reached);
      case "call":
        return isCondition(formula) ? this.#numberOfFlag(formula, reached) : this.#numberCall(formula, reached);
      case "not":
      case "logic":
      case "comparison":
      case "inList":
        return this.#numberOfFlag(formula, reached);
      case "lookup": {
        const value = this.#lookup(formula, reached);
        if (value.kind === "number") return value;
        throw new TypeError("A text is no number");
      }
    }
  }

  text(formula: TypedFormula, reached: Term): TextValue {
    const { terms } = this.#numbers;
    if (formula.kind === "lookup") {
      const value = this.#lookup(formula, reached);
      if (value.kind === "text") return value;
      throw new TypeError("A number is no text");
    }
    if (formula.kind === "literal") return { kind: "text", term: terms.text(String(formula.value)), mayBeMissing: false };
    if (formula.kind === "field") {
      const value = this.#around.memory.slot(this.#slot(formula));
      if (value.kind === "text") return value;
    }
    if (formula.kind !== "call") throw new TypeError(`A ${formula.kind} is no text`);
    const [first, second, third] = formula.args;
    switch (formula.name) {
      case "if": {
        const flag = this.flag(known(first), reached);
        const then = this.text(known(second), terms.and(reached, flag));
        return chooseText(this.#numbers, flag, then, this.text(known(third), terms.and(reached, terms.not(flag))));
      }
      case "ifMissing": {
        const value = this.text(known(first), reached);
        const missing = isMissing(this.#numbers, value);
        const otherwise = this.text(known(second), terms.and(reached, missing));
        return { ...chooseText(this.#numbers, missing, otherwise, value), mayBeMissing: value.mayBeMissing && otherwise.mayBeMissing };
      }
      case "lower":
      case "upper":
      case "trim": {
        const { term, mayBeMissing } = this.text(known(first), reached);
        return { kind: "text", term: terms.call("text", `${formula.name}Text`, term), mayBeMissing };
      }
      default:
        throw new TypeError(`${formula.name} gives no text`);
    }
  }

  /** [LU5] */
  #lookup({ list, column, type, key }: Part<"lookup">, reached: Term): SlotValue {
    return listValue(this.#numbers, this.#around.memory.lists, this.#list(list), column, type, this.#value(key, reached));
  }

  #value(formula: TypedFormula, reached: Term): SlotValue {
    return formula.type === "String" ? this.text(formula, reached) : this.number(formula, reached);
  }

  #list(name: string): ListUse {
    const list = this.#around.lists.find((one) => one.name === name);
    if (list === undefined) throw new TypeError("A formula reads a list that it does not name");
    return list;
  }

  /** [FO5] Whether a Boolean is present and true. */
  flag(formula: TypedFormula, reached: Term): Term {
    const { terms } = this.#numbers;
    switch (formula.kind) {
      case "literal":
        return terms.flag(formula.value === true);
      case "field":
        return this.#isTrue(this.number(formula, reached));
      case "not":
        return terms.not(this.flag(formula.operand, reached));
      case "logic": {
        const left = this.flag(formula.left, reached);
        const isAnd = formula.operator === "and";
        const right = this.flag(formula.right, terms.and(reached, isAnd ? left : terms.not(left)));
        return isAnd ? terms.and(left, right) : terms.or(left, right);
      }
      case "comparison":
        return this.#comparison(formula, reached);
      case "call":
        return this.#flagCall(formula, reached);
      case "lookup":
        return this.#isTrue(this.number(formula, reached));
      case "inList":
        return hasKey(this.#numbers, this.#around.memory.lists, this.#list(formula.list), this.#value(formula.key, reached));
      default:
        throw new TypeError(`A ${formula.kind} is no condition`);
    }
  }

  #isTrue(value: NumberValue): Term {
    return this.#numbers.terms.compare("equals", value.term, this.#numbers.terms.number(1));
  }

  #numberOfFlag(formula: TypedFormula, reached: Term): NumberValue {
    const { terms } = this.#numbers;
    return this.#numbers.whole(terms.choose(this.flag(formula, reached), terms.number(1), terms.number(0)), "Integer", false, 1);
  }

  #slot({ source, key }: Part<"field">): Slot {
    const slot = this.#around.reads.find((one) => one.source === source && one.key === key);
    if (slot === undefined) throw new TypeError("A formula reads a field that it does not name");
    return slot;
  }

  #worked({ value, faults }: Worked, reached: Term): NumberValue {
    const { terms } = this.#numbers;
    for (const { when, code } of faults) this.faults.push({ when: terms.and(reached, when), code });
    return value;
  }

  #negated(value: NumberValue): NumberValue {
    const { terms } = this.#numbers;
    const negated = (term: Term): Term => terms.operate("minus", terms.number(0), term);
    const units = value.units && { ...value.units, term: negated(value.units.term) };
    return { ...value, term: negated(value.term), units };
  }

  #arithmetic({ operator, type, left: first, right: second }: Part<"arithmetic">, reached: Term): NumberValue {
    const left = this.number(first, reached);
    const right = this.number(second, reached);
    switch (operator) {
      case "+":
      case "-":
        return this.#worked(this.#numbers.add(left, right, operator, type), reached);
      case "*":
        return this.#worked(this.#numbers.multiply(left, right, type), reached);
      case "/":
        return this.#worked(this.#numbers.divide(left, right), reached);
      case "^":
        return this.#worked(power(this.#numbers, left, right), reached);
    }
  }

  #comparison({ operator, left, right }: Part<"comparison">, reached: Term): Term {
    const { terms } = this.#numbers;
    if (operator === "=" || operator === "!=") {
      const [first, second] = [left, right].map((side) => (side.type === "String" ? this.text(side, reached) : this.number(side, reached)));
      if (first === undefined || second === undefined) throw new TypeError("A comparison has two sides");
      const same = equality(this.#numbers, first, second);
      return operator === "=" ? same : terms.not(same);
    }
    return terms.compare(comparators[operator], this.number(left, reached).term, this.number(right, reached).term);
  }

  #numberCall({ name, type, args }: Part<"call">, reached: Term): NumberValue {
    const { terms } = this.#numbers;
    const [first, second, third] = args;
    switch (name) {
      case "if": {
        const flag = this.flag(known(first), reached);
        const then = this.number(known(second), terms.and(reached, flag));
        return this.#numbers.choose(flag, then, this.number(known(third), terms.and(reached, terms.not(flag))));
      }
      case "ifMissing": {
        const value = this.number(known(first), reached);
        const missing = this.#numbers.isMissing(value);
        const otherwise = this.number(known(second), terms.and(reached, missing));
        return { ...this.#numbers.choose(missing, otherwise, value), mayBeMissing: value.mayBeMissing && otherwise.mayBeMissing };
      }
      case "min":
      case "max":
        return args.map((arg) => this.number(arg, reached)).reduce((one, other) => this.#lesser(one, other, name === "min", type));
      case "abs": {
        const value = this.number(known(first), reached);
        const units = value.units && { ...value.units, term: terms.operate("abs", value.units.term) };
        return { ...value, term: terms.operate("abs", value.term), units };
      }
      case "floor":
      case "ceiling": {
        const value = this.number(known(first), reached);
        if (value.units?.digits === 0) return { ...value, type: "Integer" };
        const zero = terms.number(0);
        const above = terms.operate("minus", zero, terms.operate("floor", terms.operate("minus", zero, value.term)));
        const term = name === "floor" ? terms.operate("floor", value.term) : above;
        return this.#numbers.whole(term, "Integer", value.mayBeMissing, value.bound + 1);
      }
      case "round":
      case "roundHalfEven":
      case "roundUp":
      case "roundDown": {
        const value = this.number(known(first), reached);
        return value.type === "Integer"
          ? value
          : rounded(this.#numbers, value, second?.kind === "literal" ? Number(second.value) : 0, name);
      }
      case "length": {
        const text = this.text(known(first), reached);
        const count = this.#numbers.whole(terms.call("number", "textLength", text.term), "Integer", false, 10_000);
        return this.#numbers.choose(isMissing(this.#numbers, text), this.#numbers.missing("Integer"), count);
      }
      default:
        return this.#dateCall(name, args, reached);
    }
  }

  #dateCall(name: Part<"call">["name"], [first, second]: readonly TypedFormula[], reached: Term): NumberValue {
    const { terms } = this.#numbers;
    const calendar = this.#calendar;
    switch (name) {
      case "date": {
        const text = this.text(known(first), reached);
        return this.#worked(calendar.read(text, terms.not(isMissing(this.#numbers, text))), reached);
      }
      case "year":
      case "month":
      case "day":
        return calendar.part(this.number(known(first), reached), name);
      case "addDays":
        return this.#worked(calendar.addDays(this.number(known(first), reached), this.number(known(second), reached)), reached);
      case "addMonths":
        return this.#worked(calendar.addMonths(this.number(known(first), reached), this.number(known(second), reached)), reached);
      case "daysBetween": {
        const [from, to] = [this.number(known(first), reached), this.number(known(second), reached)];
        return this.#worked(this.#numbers.add(to, from, "-", "Integer"), reached);
      }
      case "monthsBetween":
      case "yearsBetween": {
        const [from, to] = [this.number(known(first), reached), this.number(known(second), reached)];
        return calendar.monthsBetween(from, to, name === "monthsBetween" ? 1 : 12);
      }
      default:
        throw new TypeError(`${name} gives no number`);
    }
  }

  #flagCall({ name, args }: Part<"call">, reached: Term): Term {
    const { terms } = this.#numbers;
    const [first, second, third] = args;
    switch (name) {
      case "if": {
        const flag = this.flag(known(first), reached);
        const then = this.flag(known(second), terms.and(reached, flag));
        const otherwise = this.flag(known(third), terms.and(reached, terms.not(flag)));
        return terms.or(terms.and(flag, then), terms.and(terms.not(flag), otherwise));
      }
      case "ifMissing": {
        const value = this.number(known(first), reached);
        const missing = this.#numbers.isMissing(value);
        const otherwise = this.flag(known(second), terms.and(reached, missing));
        return terms.or(this.#isTrue(value), terms.and(missing, otherwise));
      }
      case "isMissing": {
        const value = known(first);
        return isMissing(this.#numbers, value.type === "String" ? this.text(value, reached) : this.number(value, reached));
      }
      case "contains":
      case "startsWith":
      case "endsWith": {
        const [text, part] = [this.text(known(first), reached), this.text(known(second), reached)];
        const holds = terms.call("flag", name === "contains" ? "containsText" : name, text.term, part.term);
        return terms.and(terms.not(isMissing(this.#numbers, text)), terms.not(isMissing(this.#numbers, part)), holds);
      }
      default:
        throw new TypeError(`${name} is no condition`);
    }
  }

  /** [FO9] Missing if either is; the comparison alone covers only the second. */
  #lesser(one: NumberValue, other: NumberValue, isMin: boolean, type: TypedFormula["type"]): NumberValue {
    const isTaken = this.#numbers.terms.compare(isMin ? "lessOrEquals" : "greaterOrEquals", one.term, other.term);
    const taken = this.#numbers.choose(isTaken, one, other);
    return this.#numbers.choose(this.#numbers.isMissing(one), this.#numbers.missing(type === "Float" ? "Float" : "Integer"), taken);
  }
}
