import { powerBound } from "../number.ts";
import type { Fault, Numbers, Worked } from "./numbers.ts";
import { exponentialTerm, logarithmTerm, to12DigitsTerm } from "./series.ts";
import type { Term } from "./terms.ts";
import { floatLimit, largestFloat, type NumberValue } from "./value.ts";

/** [NU9] to [NU11]: a ^ b. If the exponent is a literal, only the terms for it are generated. */
export function power(numbers: Numbers, a: NumberValue, b: NumberValue): Worked {
  const { terms } = numbers;
  const mayBeMissing = a.mayBeMissing || b.mayBeMissing;
  const literal = b.term.kind === "literal" && !b.mayBeMissing ? Number(b.term.value) : undefined;
  const whole = isWhole(numbers, b.term);
  const raw = literal === undefined ? wholePowerOfAny(numbers, a.term, b.term) : wholePowerOf(numbers, a.term, literal);
  const byWhole = whole === terms.never ? terms.missing : numbers.normalise(raw, terms.operate("abs", raw));
  const term = whole === terms.always ? byWhole : terms.choose(whole, byWhole, fractionPower(numbers, a.term, b.term, literal));
  // NaN ^ 0 would be 1 by the steps alone; a missing operand makes a missing result.
  const present = terms.and(numbers.isPresent(a), numbers.isPresent(b));
  const value = numbers.float(terms.choose(present, term, terms.missing), mayBeMissing, largestFloat);
  return { value, faults: powerFaults(numbers, a, b, value, whole, literal) };
}

function powerFaults(numbers: Numbers, a: NumberValue, b: NumberValue, value: NumberValue, whole: Term, literal: number | undefined) {
  const { terms } = numbers;
  const zero = terms.number(0);
  const faults: Fault[] = [];
  const lost = numbers.lost(value, a, b);
  if (literal === undefined || literal < 0) {
    faults.push({ when: terms.and(lost, terms.compare("equals", a.term, zero)), code: "DIVISION_BY_ZERO" });
  }
  if (whole !== terms.always) {
    faults.push({ when: terms.and(lost, terms.compare("less", a.term, zero), terms.not(whole)), code: "NOT_A_REAL_NUMBER" });
  }
  // A small power of a small number cannot grow too large.
  const small = literal !== undefined && literal >= 0 && Math.max(a.bound, 1) ** Math.ceil(literal) < floatLimit / 2;
  if (!small) faults.push({ when: lost, code: "NUMBER_OVERFLOW" });
  return faults;
}

function isWhole({ terms }: Numbers, b: Term): Term {
  const near = terms.compare("less", terms.operate("abs", b), terms.number(powerBound));
  return terms.and(terms.compare("equals", terms.operate("floor", b), b), near);
}

/** Square-and-multiply for an exponent that is known, in the fixed order of the rule. */
function wholePowerOf({ terms }: Numbers, a: Term, exponent: number): Term {
  if (!Number.isInteger(exponent) || Math.abs(exponent) >= powerBound) return terms.missing;
  let result = terms.number(1);
  let base = a;
  for (let rest = Math.abs(exponent); rest > 0;) {
    // 1 * x is x, to the bit.
    if (rest % 2 === 1) result = result.kind === "literal" && result.value === 1 ? base : terms.operate("multiply", result, base);
    rest = Math.floor(rest / 2);
    if (rest > 0) base = terms.operate("multiply", base, base);
  }
  return exponent < 0 ? terms.operate("divide", terms.number(1), result) : result;
}

/** The same for an exponent that differs by row: ten steps, of which each row uses those whose bits its exponent has. */
function wholePowerOfAny({ terms }: Numbers, a: Term, b: Term): Term {
  const one = terms.number(1);
  const half = terms.number(0.5);
  let result = one;
  let base = a;
  let rest = terms.operate("abs", b);
  for (let turn = 0; turn < 10; turn += 1) {
    const halved = terms.operate("floor", terms.operate("multiply", rest, half));
    const odd = terms.compare("notEquals", terms.operate("multiply", halved, terms.number(2)), rest);
    result = terms.choose(odd, terms.operate("multiply", result, base), result);
    rest = halved;
    if (turn < 9) base = terms.operate("multiply", base, base);
  }
  return terms.choose(terms.compare("less", b, terms.number(0)), terms.operate("divide", one, result), result);
}

/** For exponents that are not whole numbers below 1024. */
function fractionPower(numbers: Numbers, a: Term, b: Term, literal: number | undefined): Term {
  const { terms } = numbers;
  const zero = terms.number(0);
  const root = terms.operate("sqrt", a);
  const byRoot = numbers.normalise(root, root);
  const bySeries = literal === 0.5 ? terms.missing : seriesPower(numbers, a, b);
  return terms.chooseFirst(
    [
      { when: terms.compare("less", a, zero), gives: terms.missing },
      { when: terms.and(terms.compare("equals", a, zero), terms.compare("greater", b, zero)), gives: zero },
      { when: terms.compare("equals", a, zero), gives: terms.missing },
      { when: terms.compare("equals", b, terms.number(0.5)), gives: byRoot },
    ],
    bySeries,
  );
}

/** [NU11] */
function seriesPower(numbers: Numbers, a: Term, b: Term): Term {
  const { terms } = numbers;
  const y = terms.operate("multiply", b, logarithmTerm(numbers, a));
  return terms.chooseFirst(
    [
      { when: terms.compare("greater", y, terms.number(35)), gives: terms.missing },
      { when: terms.compare("less", y, terms.number(-29)), gives: terms.number(0) },
    ],
    to12DigitsTerm(numbers, exponentialTerm(numbers, y)),
  );
}
