import type { Term, Terms } from "./terms.ts";

/**
 * [VA7] The day number of a text, NaN where it is no day. Counted from the parts of the text as `readDateText` of `@airlock/flow` does, in whole
 * doubles: the database's own dates end in 2299 and clamp what lies outside instead of refusing it.
 */
export function dayNumberTerm(terms: Terms, text: Term): Term {
  const written = terms.call("text", "dayText", text);
  const [year, month, day] = [part("yearOf"), part("monthOf"), part("dayOf")];
  function part(name: string): Term {
    return terms.call("number", name, written);
  }
  const number = (value: number): Term => terms.number(value);
  const plus = (one: Term, other: Term): Term => terms.operate("plus", one, other);
  const minus = (one: Term, other: Term): Term => terms.operate("minus", one, other);
  const times = (one: Term, factor: number): Term => terms.operate("multiply", one, number(factor));
  const over = (one: Term, divisor: number): Term => terms.operate("floor", terms.operate("divide", one, number(divisor)));
  const isMonth = (...months: readonly number[]): Term => terms.or(...months.map((one) => terms.compare("equals", month, number(one))));
  const divides = (divisor: number): Term => terms.compare("equals", times(over(year, divisor), divisor), year);

  const isLeapYear = terms.and(divides(4), terms.or(terms.not(divides(100)), divides(400)));
  const longest = terms.chooseFirst(
    [
      { when: isMonth(2), gives: terms.choose(isLeapYear, number(29), number(28)) },
      { when: isMonth(4, 6, 9, 11), gives: number(30) },
    ],
    number(31),
  );
  const isDay = terms.and(
    terms.compare("greaterOrEquals", year, number(1)),
    terms.compare("greaterOrEquals", month, number(1)),
    terms.compare("lessOrEquals", month, number(12)),
    terms.compare("greaterOrEquals", day, number(1)),
    terms.compare("lessOrEquals", day, longest),
  );

  // Years count from March, so that the leap day is the last one of its year.
  const isLate = terms.compare("greater", month, number(2));
  const shiftedYear = terms.choose(isLate, year, minus(year, number(1)));
  const shiftedMonth = terms.choose(isLate, minus(month, number(3)), plus(month, number(9)));
  const leapDays = plus(minus(over(shiftedYear, 4), over(shiftedYear, 100)), over(shiftedYear, 400));
  const dayOfYear = plus(over(plus(times(shiftedMonth, 153), number(2)), 5), day);
  const count = minus(plus(plus(times(shiftedYear, 365), leapDays), dayOfYear), number(daysBeforeEpoch + 1));
  return terms.choose(isDay, count, terms.missing);
}

/** Days from 0000-03-01 to 1970-01-01. */
const daysBeforeEpoch = 719_468;
