import { largestInteger, rounder } from "../number.ts";
import type { FaultCode } from "../fault.ts";
import type { NumberType } from "../program/parts.ts";
import type { Term, Terms } from "./terms.ts";
import { floatLimit, largestFloat, type NumberValue, type Units } from "./value.ts";

/** What may fail in an operation, whether or not the operation is reached. */
export interface Fault {
  readonly when: Term;
  readonly code: FaultCode;
}

export interface Worked {
  readonly value: NumberValue;
  /** In the order in which they are checked. */
  readonly faults: readonly Fault[];
}

/** Rules [NU2] to [NU8] as terms. The value of an operation that failed is undefined: callers check its faults first. */
export class Numbers {
  readonly terms: Terms;

  constructor(terms: Terms) {
    this.terms = terms;
  }

  literal(value: number, type: NumberType): NumberValue {
    const digits = digitsOf(value);
    const units = { term: this.terms.number(Math.round(value * powerOfTen(digits))), digits };
    return { kind: "number", type, term: this.terms.number(value), mayBeMissing: false, bound: Math.abs(value), units };
  }

  missing(type: NumberType): NumberValue {
    const term = this.terms.missing;
    return { kind: "number", type, term, mayBeMissing: true, bound: 0, units: { term, digits: 0 } };
  }

  /** A whole number out of a column or a check; a Float that is known to be whole. */
  whole(term: Term, type: NumberType, mayBeMissing: boolean, bound: number): NumberValue {
    return { kind: "number", type, term, mayBeMissing, bound, units: { term, digits: 0 } };
  }

  isMissing({ term, mayBeMissing }: NumberValue): Term {
    return mayBeMissing ? this.terms.compare("notEquals", term, term) : this.terms.never;
  }

  isPresent({ term, mayBeMissing }: NumberValue): Term {
    return mayBeMissing ? this.terms.compare("equals", term, term) : this.terms.always;
  }

  /** The k of [NU2]. */
  step(magnitude: Term): Term {
    const { terms } = this;
    return magnitude.kind === "literal" ? terms.number(stepOf(Number(magnitude.value))) : terms.call("number", "step", magnitude);
  }

  /** [NU2] */
  normalise(x: Term, magnitude: Term): Term {
    const { terms } = this;
    const step = this.step(magnitude);
    const m = terms.number(rounder);
    const scaled = terms.operate("multiply", x, step);
    return terms.operate("divide", terms.operate("minus", terms.operate("plus", scaled, m), m), step);
  }

  float(term: Term, mayBeMissing: boolean, bound: number): NumberValue {
    return { kind: "number", type: "Float", term, mayBeMissing, bound: Math.min(bound, largestFloat), units: undefined };
  }

  /** [NU3] [NU6] */
  add(a: NumberValue, b: NumberValue, operator: "+" | "-", type: NumberType): Worked {
    const { terms } = this;
    const name = operator === "+" ? "plus" : "minus";
    const bound = a.bound + b.bound;
    if (type === "Integer") return this.#boundInteger(terms.operate(name, a.term, b.term), a, b, bound);
    const digits = Math.max(a.units?.digits ?? 0, b.units?.digits ?? 0);
    if (a.units !== undefined && b.units !== undefined && bound * powerOfTen(digits) <= largestFloat) {
      return without(this.#inUnits(terms.operate(name, this.#to(digits, a.units), this.#to(digits, b.units)), digits, a, b, bound));
    }
    const magnitude = terms.operate("plus", terms.operate("abs", a.term), terms.operate("abs", b.term));
    return this.#broughtBack(terms.operate(name, a.term, b.term), magnitude, a, b, bound);
  }

  /** [NU4] [NU6] */
  multiply(a: NumberValue, b: NumberValue, type: NumberType): Worked {
    const { terms } = this;
    const bound = a.bound * b.bound;
    // Only zero times a negative number is -0.
    const positive = (term: Term): boolean => term.kind === "literal" && Number(term.value) > 0;
    const product = (x: Term, y: Term): Term => {
      const plain = terms.operate("multiply", x, y);
      return positive(x) || positive(y) ? plain : terms.operate("plus", plain, terms.number(0));
    };
    if (type === "Integer") return this.#boundInteger(product(a.term, b.term), a, b, bound);
    const digits = (a.units?.digits ?? 0) + (b.units?.digits ?? 0);
    if (a.units !== undefined && b.units !== undefined && digits <= 12 && bound * powerOfTen(digits) <= largestFloat) {
      return without(this.#inUnits(product(a.units.term, b.units.term), digits, a, b, bound));
    }
    const x = terms.operate("multiply", a.term, b.term);
    return this.#broughtBack(x, terms.operate("abs", x), a, b, bound);
  }

  /** [NU5] */
  divide(a: NumberValue, b: NumberValue): Worked {
    const { terms } = this;
    const x = terms.operate("divide", a.term, b.term);
    const value = this.float(this.normalise(x, terms.operate("abs", x)), a.mayBeMissing || b.mayBeMissing, largestFloat);
    const faults: Fault[] = [];
    const divisor = b.term.kind === "literal" ? Number(b.term.value) : undefined;
    if (divisor === undefined || divisor === 0) {
      const zero = terms.compare("equals", b.term, terms.number(0));
      faults.push({ when: terms.and(this.isPresent(a), zero), code: "DIVISION_BY_ZERO" });
    }
    const bound = divisor === undefined ? Infinity : a.bound / Math.abs(divisor);
    if (bound >= floatLimit && divisor !== 0) faults.push({ when: this.lost(value, a, b), code: "NUMBER_OVERFLOW" });
    return { value, faults };
  }

  /** [NU8] */
  store(value: NumberValue, type: NumberType): Worked {
    const { terms } = this;
    if (value.type === type) return without(value);
    if (type === "Float") {
      const faults: Fault[] = [];
      const tooLarge = terms.compare("greaterOrEquals", terms.operate("abs", value.term), terms.number(floatLimit));
      if (value.bound >= floatLimit) faults.push({ when: tooLarge, code: "NUMBER_OVERFLOW" });
      return { value: { ...value, type, bound: Math.min(value.bound, largestFloat) }, faults };
    }
    if (value.units?.digits === 0) return without({ ...value, type });
    const fraction = terms.compare("notEquals", terms.operate("floor", value.term), value.term);
    const whole = this.whole(value.term, "Integer", value.mayBeMissing, value.bound);
    return { value: whole, faults: [{ when: terms.and(this.isPresent(value), fraction), code: "NOT_AN_INTEGER" }] };
  }

  choose(flag: Term, then: NumberValue, otherwise: NumberValue): NumberValue {
    const { terms } = this;
    if (flag === terms.always) return then;
    if (flag === terms.never) return otherwise;
    const mayBeMissing = then.mayBeMissing || otherwise.mayBeMissing;
    const bound = Math.max(then.bound, otherwise.bound);
    if (then.term === otherwise.term) return { ...otherwise, mayBeMissing, bound };
    const digits = Math.max(then.units?.digits ?? 0, otherwise.units?.digits ?? 0);
    if (then.units !== undefined && otherwise.units !== undefined && (digits === 0 || bound * powerOfTen(digits) <= largestFloat)) {
      const term = terms.choose(flag, this.#to(digits, then.units), this.#to(digits, otherwise.units));
      return this.#fromUnits(term, digits, then.type, mayBeMissing, bound);
    }
    return { kind: "number", type: then.type, term: terms.choose(flag, then.term, otherwise.term), mayBeMissing, bound, units: undefined };
  }

  /** One of the literals, else `otherwise`, else missing: whichever `pick` picks. */
  pickLiteral(
    pick: (values: readonly Term[], otherwise: Term) => Term,
    values: readonly number[],
    otherwise: number | undefined,
    type: NumberType,
  ): NumberValue {
    const { terms } = this;
    const all = otherwise === undefined ? values : [...values, otherwise];
    const digits = Math.max(0, ...all.map(digitsOf));
    const bound = Math.max(0, ...all.map(Math.abs));
    const exact = digits === 0 || bound * powerOfTen(digits) <= largestFloat;
    const literal = (value: number): Term => terms.number(exact ? Math.round(value * powerOfTen(digits)) : value);
    const term = pick(values.map(literal), otherwise === undefined ? terms.missing : literal(otherwise));
    const mayBeMissing = otherwise === undefined;
    return exact ? this.#fromUnits(term, digits, type, mayBeMissing, bound) : this.float(term, mayBeMissing, bound);
  }

  /** The operation gave nothing although both operands were there. */
  lost(result: NumberValue, a: NumberValue, b: NumberValue): Term {
    const { terms } = this;
    return terms.and(this.isPresent(a), this.isPresent(b), terms.compare("notEquals", result.term, result.term));
  }

  #broughtBack(x: Term, magnitude: Term, a: NumberValue, b: NumberValue, bound: number): Worked {
    const value = this.float(this.normalise(x, magnitude), a.mayBeMissing || b.mayBeMissing, bound);
    return { value, faults: bound < floatLimit ? [] : [{ when: this.lost(value, a, b), code: "NUMBER_OVERFLOW" }] };
  }

  #boundInteger(x: Term, a: NumberValue, b: NumberValue, bound: number): Worked {
    const { terms } = this;
    const value = this.whole(x, "Integer", a.mayBeMissing || b.mayBeMissing, Math.min(bound, largestInteger));
    if (bound <= largestInteger) return without(value);
    return {
      value,
      faults: [{ when: terms.compare("greater", terms.operate("abs", x), terms.number(largestInteger)), code: "INTEGER_OVERFLOW" }],
    };
  }

  #inUnits(term: Term, digits: number, a: NumberValue, b: NumberValue, bound: number): NumberValue {
    return this.#fromUnits(term, digits, "Float", a.mayBeMissing || b.mayBeMissing, bound);
  }

  #fromUnits(units: Term, digits: number, type: NumberType, mayBeMissing: boolean, bound: number): NumberValue {
    const term = digits === 0 ? units : this.terms.operate("divide", units, this.terms.number(powerOfTen(digits)));
    return { kind: "number", type, term, mayBeMissing, bound, units: { term: units, digits } };
  }

  #to(digits: number, units: Units): Term {
    return units.digits === digits
      ? units.term
      : this.terms.operate("multiply", units.term, this.terms.number(powerOfTen(digits - units.digits)));
  }
}

const without = (value: NumberValue): Worked => ({ value, faults: [] });

const powersOfTen = [1, 10, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12];
const powerOfTen = (digits: number): number => powersOfTen[digits] ?? NaN;

/** How many digits a number in form has after the point: at most 12. */
function digitsOf(value: number): number {
  for (let digits = 0; digits < 12; digits += 1) if (Number(value.toFixed(digits)) === value) return digits;
  return 12;
}

/** The step of [NU2] for a magnitude that is known. */
export function stepOf(magnitude: number): number {
  if (!(magnitude < floatLimit)) return NaN;
  let step = 1e12;
  for (let bound = 1e3; magnitude >= bound; bound *= 10) step /= 10;
  return step;
}
