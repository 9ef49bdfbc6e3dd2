import type { RoundingMode } from "../formula/rounding.ts";
import { rounder } from "../number.ts";
import type { Numbers } from "./numbers.ts";
import type { Term, Terms } from "./terms.ts";
import { largestFloat, type NumberValue } from "./value.ts";

/** [FO11] As a whole number of 1/k, which is rounded exactly. */
export function rounded(numbers: Numbers, value: NumberValue, digits: number, mode: RoundingMode): NumberValue {
  const { terms } = numbers;
  const type = digits === 0 ? "Integer" : value.type;
  if (value.units !== undefined && value.units.digits <= digits) return { ...value, type };
  const x = value.term;
  const magnitude = terms.operate("abs", x);
  const k = numbers.step(magnitude);
  const scale = terms.number(10 ** digits);
  const group = terms.operate("divide", k, scale);
  const m = terms.number(rounder);
  const units = terms.operate("minus", terms.operate("plus", terms.operate("multiply", magnitude, k), m), m);
  const below = terms.operate("floor", terms.operate("divide", units, group));
  const rest = terms.operate("minus", units, terms.operate("multiply", below, group));
  const isUp = isRoundedUp(terms, mode, rest, group, below);
  const whole = terms.choose(isUp, terms.operate("plus", below, terms.number(1)), below);
  const size = terms.operate("divide", whole, scale);
  const zero = terms.number(0);
  const signed = terms.choose(terms.compare("less", x, zero), terms.operate("minus", zero, size), size);
  // A missing number has no step: it is not above 1, and stays as it is.
  const term = terms.choose(terms.compare("greater", group, terms.number(1)), signed, x);
  const bound = Math.min(value.bound + 1, largestFloat);
  return digits === 0 ? numbers.whole(term, "Integer", value.mayBeMissing, bound) : numbers.float(term, value.mayBeMissing, bound);
}

function isRoundedUp(terms: Terms, mode: RoundingMode, rest: Term, group: Term, below: Term): Term {
  const twice = terms.operate("multiply", rest, terms.number(2));
  switch (mode) {
    case "round":
      return terms.compare("greaterOrEquals", twice, group);
    case "roundHalfEven": {
      const even = terms.operate("multiply", terms.operate("floor", terms.operate("divide", below, terms.number(2))), terms.number(2));
      const isOdd = terms.compare("notEquals", even, below);
      return terms.or(terms.compare("greater", twice, group), terms.and(terms.compare("equals", twice, group), isOdd));
    }
    case "roundUp":
      return terms.compare("greater", rest, terms.number(0));
    case "roundDown":
      return terms.never;
  }
}
