/** The series of [NU11] as terms: the same constants in the same order as `number.ts` has them. */
import { expTerms, ln2High, ln2Inverse, ln2Low, lnTerms, rootHalf, rounder, stepsTo12Digits } from "../number.ts";
import type { Numbers } from "./numbers.ts";
import type { Branch, Term } from "./terms.ts";

/** Defined for positive numbers; for others the result is arbitrary or NaN and is not read. */
export function logarithmTerm({ terms }: Numbers, a: Term): Term {
  const number = (value: number): Term => terms.number(value);
  const large = terms.compare("greaterOrEquals", terms.call("number", "mantissa", a), number(2 * rootHalf));
  const mantissa = terms.call("number", "mantissa", a);
  const exponent = terms.call("number", "exponent", a);
  const m = terms.choose(large, terms.operate("multiply", mantissa, number(0.5)), mantissa);
  const e = terms.choose(large, terms.operate("plus", exponent, number(1)), exponent);
  const s = terms.operate("divide", terms.operate("minus", m, number(1)), terms.operate("plus", m, number(1)));
  const square = terms.operate("multiply", s, s);
  const tail = horner(terms, lnTerms, square);
  const head = terms.operate("plus", terms.operate("multiply", number(2), s), terms.operate("multiply", s, tail));
  const low = terms.operate("plus", terms.operate("multiply", e, number(ln2Low)), head);
  return terms.operate("plus", terms.operate("multiply", e, number(ln2High)), low);
}

export function exponentialTerm({ terms }: Numbers, y: Term): Term {
  const number = (value: number): Term => terms.number(value);
  const m = number(rounder);
  const n = terms.operate("minus", terms.operate("plus", terms.operate("multiply", y, number(ln2Inverse)), m), m);
  const high = terms.operate("minus", y, terms.operate("multiply", n, number(ln2High)));
  const r = terms.operate("minus", high, terms.operate("multiply", n, number(ln2Low)));
  const tail = horner(terms, expTerms, r);
  const head = terms.operate("plus", number(1), terms.operate("plus", r, terms.operate("multiply", r, tail)));
  return terms.operate("multiply", head, terms.call("number", "twoTo", n));
}

export function to12DigitsTerm({ terms }: Numbers, x: Term): Term {
  const m = terms.number(rounder);
  const rounded = (scaled: Term): Term => terms.operate("minus", terms.operate("plus", scaled, m), m);
  const branches: Branch[] = [];
  let bound = 1;
  for (const step of stepsTo12Digits) {
    const k = terms.number(step);
    const gives = terms.operate("divide", rounded(terms.operate("multiply", x, k)), k);
    branches.push({ when: terms.compare("less", x, terms.number(bound)), gives });
    bound *= 10;
  }
  for (const [limit, step] of largeSteps) {
    const d = terms.number(step);
    const gives = terms.operate("multiply", rounded(terms.operate("divide", x, d)), d);
    branches.push({ when: terms.compare("less", x, terms.number(limit)), gives });
  }
  return terms.chooseFirst(branches, terms.missing);
}

const largeSteps = [
  [1e13, 10],
  [1e14, 100],
  [999_999_999_999_500, 1000],
] as const;

function horner(terms: Numbers["terms"], coefficients: readonly number[], x: Term): Term {
  return coefficients.reduce<Term>(
    (tail, coefficient) => terms.operate("multiply", terms.operate("plus", tail, terms.number(coefficient)), x),
    terms.number(0),
  );
}
