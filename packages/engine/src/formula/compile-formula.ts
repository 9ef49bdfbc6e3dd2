import { calendarDay, readDateText, type FieldSource, type TypedFormula } from "@airlock/flow";
import type { FaultCode } from "../fault.ts";
import { normalise, largestInteger, powerFloat, toFloat } from "../number.ts";
import type { ListUse, Slot } from "../program/parts.ts";
import type { State, Test } from "../run/state.ts";
import { whyNoPower } from "../run/why-no-power.ts";
import { addDays, addMonths, monthsBetween, yearsBetween } from "./dates.ts";
import { keyOfNumber } from "./list-key.ts";
import { isCondition, known, type Part } from "./parts.ts";
import { roundFloat, type RoundingMode } from "./rounding.ts";
import { lowerText, textLength, trimText, upperText } from "./texts.ts";

/** A missing number or date is NaN, a missing text undefined. A part that fails sets a fault in the state and returns NaN. */
export type NumberOf = (state: State) => number;
export type TextOf = (state: State) => string | undefined;
export type SlotOf = (source: FieldSource, key: string) => Slot;
export type ListOf = (name: string) => ListUse;

/** Compiles a formula to closures: one for each part, which calls those of its operands. */
export class FormulaCompiler {
  readonly #slotOf: SlotOf;

  readonly #listOf: ListOf;

  constructor(slotOf: SlotOf, listOf: ListOf) {
    this.#slotOf = slotOf;
    this.#listOf = listOf;
  }

  /** Of anything but a String: a Boolean is 0 or 1, a Date its day number. */
  number(formula: TypedFormula): NumberOf {
    switch (formula.kind) {
      case "literal": {
        const value = Number(formula.value);
        return () => value;
      }
      case "field": {
        const { place } = this.#slotOf(formula.source, formula.key);
        return ({ numbers }) => numbers[place] ?? NaN;
      }
      case "widen":
        return failing(this.number(formula.operand), toFloat, "NUMBER_OVERFLOW");
      case "negate": {
        const operand = this.number(formula.operand);
        return (state) => 0 - operand(state);
      }
      case "arithmetic":
        return this.#arithmetic(formula);
      case "call":
        return isCondition(formula) ? this.#numberOfTest(formula) : this.#numberCall(formula);
      case "not":
      case "logic":
      case "comparison":
      case "inList":
        return this.#numberOfTest(formula);
      case "lookup": {
        const value = this.#lookup(formula);
        return (state) => {
          const found = value(state);
          return typeof found === "number" ? found : NaN;
        };
      }
    }
  }

  text(formula: TypedFormula): TextOf {
    if (formula.kind === "literal") {
      const value = String(formula.value);
      return () => value;
    }
    if (formula.kind === "field") {
      const { place } = this.#slotOf(formula.source, formula.key);
      return ({ texts }) => texts[place];
    }
    if (formula.kind === "lookup") {
      const value = this.#lookup(formula);
      return (state) => {
        const found = value(state);
        return typeof found === "string" ? found : undefined;
      };
    }
    if (formula.kind !== "call") throw new TypeError(`A ${formula.kind} is no text`);
    const [first, second, third] = formula.args;
    switch (formula.name) {
      case "if": {
        const [test, then, otherwise] = [this.test(known(first)), this.text(known(second)), this.text(known(third))];
        return (state) => (test(state) ? then(state) : otherwise(state));
      }
      case "ifMissing": {
        const [value, otherwise] = [this.text(known(first)), this.text(known(second))];
        return (state) => value(state) ?? otherwise(state);
      }
      case "lower":
        return textOf(this.text(known(first)), lowerText);
      case "upper":
        return textOf(this.text(known(first)), upperText);
      case "trim":
        return textOf(this.text(known(first)), trimText);
      default:
        throw new TypeError(`${formula.name} gives no text`);
    }
  }

  /** [FO5] Whether a Boolean is present and true. */
  test(formula: TypedFormula): Test {
    switch (formula.kind) {
      case "literal": {
        const value = formula.value === true;
        return () => value;
      }
      case "field": {
        const { place } = this.#slotOf(formula.source, formula.key);
        return ({ numbers }) => numbers[place] === 1;
      }
      case "not": {
        const operand = this.test(formula.operand);
        return (state) => !operand(state);
      }
      case "logic": {
        const [left, right] = [this.test(formula.left), this.test(formula.right)];
        return formula.operator === "and" ? (state) => left(state) && right(state) : (state) => left(state) || right(state);
      }
      case "comparison":
        return this.#comparison(formula);
      case "call":
        return this.#testCall(formula);
      case "inList": {
        const { index } = this.#listOf(formula.list);
        const key = this.#key(formula.key);
        return (state) => state.lookups.find(index, key(state)) !== undefined;
      }
      case "lookup": {
        const value = this.#lookup(formula);
        return (state) => value(state) === 1;
      }
      default:
        throw new TypeError(`A ${formula.kind} is no condition`);
    }
  }

  /** [LU5] */
  #lookup({ list, column, key: keyFormula }: Part<"lookup">): (state: State) => string | number | null | undefined {
    const { index, columns } = this.#listOf(list);
    const at = columns.indexOf(column);
    const key = this.#key(keyFormula);
    return (state) => state.lookups.find(index, key(state))?.[at];
  }

  /** [LU3] */
  #key(formula: TypedFormula): TextOf {
    return formula.type === "String" ? this.text(formula) : keyOfNumber(this.number(formula), formula.type === "Date" ? "Date" : "Integer");
  }

  #numberOfTest(formula: TypedFormula): NumberOf {
    const test = this.test(formula);
    return (state) => (test(state) ? 1 : 0);
  }

  /** [NU3] to [NU6] [NU9] */
  #arithmetic({ operator, type, left: first, right: second }: Part<"arithmetic">): NumberOf {
    const [left, right] = [this.number(first), this.number(second)];
    if (type === "Integer") {
      const exact = (state: State, result: number): number => {
        if (result > largestInteger || result < -largestInteger) state.fail("INTEGER_OVERFLOW");
        return result + 0;
      };
      if (operator === "+") return (state) => exact(state, left(state) + right(state));
      return operator === "-" ? (state) => exact(state, left(state) - right(state)) : (state) => exact(state, left(state) * right(state));
    }
    // Each operator has a closure of its own, so that V8 optimises each by itself.
    switch (operator) {
      case "+":
        return (state) => {
          const a = left(state);
          const b = right(state);
          return checked(state, normalise(a + b, Math.abs(a) + Math.abs(b)), a, b);
        };
      case "-":
        return (state) => {
          const a = left(state);
          const b = right(state);
          return checked(state, normalise(a - b, Math.abs(a) + Math.abs(b)), a, b);
        };
      case "*":
        return (state) => {
          const a = left(state);
          const b = right(state);
          return checked(state, toFloat(a * b), a, b);
        };
      case "/":
        return (state) => {
          const a = left(state);
          const b = right(state);
          const result = toFloat(a / b);
          if (b === 0 && a === a) state.fail("DIVISION_BY_ZERO");
          return checked(state, result, a, b);
        };
      case "^":
        return (state) => {
          const a = left(state);
          const b = right(state);
          const result = powerFloat(a, b);
          if (result !== result && a === a && b === b) state.fail(whyNoPower(a, b));
          return result;
        };
    }
  }

  #numberCall({ name, args }: Part<"call">): NumberOf {
    const [first, second, third] = args;
    switch (name) {
      case "if": {
        const [test, then, otherwise] = [this.test(known(first)), this.number(known(second)), this.number(known(third))];
        return (state) => (test(state) ? then(state) : otherwise(state));
      }
      case "ifMissing": {
        const [value, otherwise] = [this.number(known(first)), this.number(known(second))];
        return (state) => {
          const given = value(state);
          return given === given ? given : otherwise(state);
        };
      }
      case "min":
      case "max": {
        const numbers = args.map((arg) => this.number(arg));
        // Both are NaN where a number is.
        const choose = name === "min" ? Math.min : Math.max;
        return (state) => {
          let chosen = name === "min" ? Infinity : -Infinity;
          for (const number of numbers) chosen = choose(chosen, number(state));
          return chosen;
        };
      }
      case "abs":
        return plain(this.number(known(first)), Math.abs);
      case "floor":
        return plain(this.number(known(first)), Math.floor);
      case "ceiling":
        return plain(this.number(known(first)), (x) => Math.ceil(x) + 0);
      case "round":
      case "roundHalfEven":
      case "roundUp":
      case "roundDown":
        return this.#rounding(name, known(first), second);
      case "length": {
        const text = this.text(known(first));
        return (state) => {
          const given = text(state);
          return given === undefined ? NaN : textLength(given);
        };
      }
      case "date": {
        const text = this.text(known(first));
        return (state) => {
          const given = text(state);
          if (given === undefined) return NaN;
          const day = readDateText(given);
          if (day === undefined) state.fail("NOT_A_DATE");
          return day ?? NaN;
        };
      }
      case "today":
        return ({ today }) => today;
      case "year":
        return plain(this.number(known(first)), (date) => calendarDay(date).year);
      case "month":
        return plain(this.number(known(first)), (date) => calendarDay(date).month);
      case "day":
        return plain(this.number(known(first)), (date) => calendarDay(date).day);
      case "addDays":
        return failing(this.number(known(first)), addDays, "DATE_OVERFLOW", this.number(known(second)));
      case "addMonths":
        return failing(this.number(known(first)), addMonths, "DATE_OVERFLOW", this.number(known(second)));
      case "daysBetween":
        return ofTwo(this.number(known(first)), this.number(known(second)), (from, to) => to - from);
      case "monthsBetween":
        return ofTwo(this.number(known(first)), this.number(known(second)), monthsBetween);
      case "yearsBetween":
        return ofTwo(this.number(known(first)), this.number(known(second)), yearsBetween);
      default:
        throw new TypeError(`${name} gives no number`);
    }
  }

  #rounding(mode: RoundingMode, formula: TypedFormula, digits: TypedFormula | undefined): NumberOf {
    const number = this.number(formula);
    if (formula.type === "Integer") return number;
    const kept = digits?.kind === "literal" ? Number(digits.value) : 0;
    return plain(number, (x) => roundFloat(x, kept, mode));
  }

  /** [CO3] [CO4] [CO5] as conditions have it. */
  #comparison({ operator, left: first, right: second }: Part<"comparison">): Test {
    if (first.type === "String") {
      const [left, right] = [this.text(first), this.text(second)];
      return operator === "=" ? (state) => left(state) === right(state) : (state) => left(state) !== right(state);
    }
    const [left, right] = [this.number(first), this.number(second)];
    switch (operator) {
      case "=":
        return (state) => isSame(left(state), right(state));
      case "!=":
        return (state) => !isSame(left(state), right(state));
      case "<":
        return (state) => left(state) < right(state);
      case "<=":
        return (state) => left(state) <= right(state);
      case ">":
        return (state) => left(state) > right(state);
      case ">=":
        return (state) => left(state) >= right(state);
    }
  }

  #testCall({ name, args }: Part<"call">): Test {
    const [first, second, third] = args;
    switch (name) {
      case "if": {
        const [test, then, otherwise] = [this.test(known(first)), this.test(known(second)), this.test(known(third))];
        return (state) => (test(state) ? then(state) : otherwise(state));
      }
      case "ifMissing": {
        const [value, otherwise] = [this.number(known(first)), this.test(known(second))];
        return (state) => {
          const given = value(state);
          return given === given ? given === 1 : otherwise(state);
        };
      }
      case "isMissing":
        return this.#isMissing(known(first));
      case "contains":
        return textTest(this.text(known(first)), this.text(known(second)), (text, part) => text.includes(part));
      case "startsWith":
        return textTest(this.text(known(first)), this.text(known(second)), (text, part) => text.startsWith(part));
      case "endsWith":
        return textTest(this.text(known(first)), this.text(known(second)), (text, part) => text.endsWith(part));
      default:
        throw new TypeError(`${name} is no condition`);
    }
  }

  #isMissing(formula: TypedFormula): Test {
    if (formula.type === "String") {
      const text = this.text(formula);
      return (state) => text(state) === undefined;
    }
    const number = this.number(formula);
    return (state) => Number.isNaN(number(state));
  }
}

/** [NU12] Only an operation on present numbers can overflow. */
function checked(state: State, result: number, a: number, b: number): number {
  if (result !== result && a === a && b === b) state.fail("NUMBER_OVERFLOW");
  return result;
}

const isSame = (a: number, b: number): boolean => a === b || (a !== a && b !== b);

const plain =
  (number: NumberOf, change: (x: number) => number): NumberOf =>
  (state) =>
    change(number(state));

const ofTwo =
  (first: NumberOf, second: NumberOf, join: (a: number, b: number) => number): NumberOf =>
  (state) => {
    const a = first(state);
    const b = second(state);
    return a === a && b === b ? join(a, b) : NaN;
  };

/** Fails where present numbers have no result. */
const failing =
  (first: NumberOf, change: (a: number, b: number) => number, fault: FaultCode, second: NumberOf = () => 0): NumberOf =>
  (state) => {
    const a = first(state);
    const b = second(state);
    const result = change(a, b);
    if (result !== result && a === a && b === b) state.fail(fault);
    return result;
  };

const textOf =
  (text: TextOf, change: (text: string) => string): TextOf =>
  (state) => {
    const given = text(state);
    return given === undefined ? undefined : change(given);
  };

/** [FO5] A missing text fulfils no condition. */
const textTest =
  (first: TextOf, second: TextOf, holds: (text: string, part: string) => boolean): Test =>
  (state) => {
    const text = first(state);
    const part = second(state);
    return text !== undefined && part !== undefined && holds(text, part);
  };
