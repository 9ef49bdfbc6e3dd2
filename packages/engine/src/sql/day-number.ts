import type { Term, Terms } from "./terms.ts";

export interface CalendarTerms {
  readonly year: Term;
  readonly month: Term;
  readonly day: Term;
}

/** Days from 0000-03-01 to 1970-01-01. */
export const daysBeforeEpoch = 719_468;

/**
 * [VA7] The day number of a text, NaN if it is not a date. Computed from the parts of the text like `readDateText` of `@airlock/flow`, in
 * whole doubles: the database's own dates end in 2299 and are clamped instead of refused outside their range.
 */
export function dayNumberTerm(terms: Terms, text: Term): Term {
  const written = terms.call("text", "dayText", text);
  const part = (name: string): Term => terms.call("number", name, written);
  const [year, month, day] = [part("yearOf"), part("monthOf"), part("dayOf")];
  const one = terms.number(1);
  const isDay = terms.and(
    terms.compare("greaterOrEquals", year, one),
    terms.compare("greaterOrEquals", month, one),
    terms.compare("lessOrEquals", month, terms.number(12)),
    terms.compare("greaterOrEquals", day, one),
    terms.compare("lessOrEquals", day, daysInMonth(terms, year, month)),
  );
  return terms.choose(isDay, dayNumber(terms, { year, month, day }), terms.missing);
}

/** Years count from March, so that the leap day is the last one of its year. */
export function dayNumber(terms: Terms, { year, month, day }: CalendarTerms): Term {
  const isLate = terms.compare("greater", month, terms.number(2));
  const shiftedYear = terms.choose(isLate, year, sum(terms, year, terms.number(-1)));
  const shiftedMonth = sum(terms, month, terms.choose(isLate, terms.number(-3), terms.number(9)));
  const leapDays = sum(
    terms,
    terms.operate("minus", wholePart(terms, shiftedYear, 4), wholePart(terms, shiftedYear, 100)),
    wholePart(terms, shiftedYear, 400),
  );
  const dayOfYear = sum(terms, wholePart(terms, sum(terms, times(terms, shiftedMonth, 153), terms.number(2)), 5), day);
  return sum(terms, times(terms, shiftedYear, 365), leapDays, dayOfYear, terms.number(-daysBeforeEpoch - 1));
}

export function daysInMonth(terms: Terms, year: Term, month: Term): Term {
  const divides = (by: number): Term => terms.compare("equals", times(terms, wholePart(terms, year, by), by), year);
  const isLeapYear = terms.and(divides(4), terms.or(terms.not(divides(100)), divides(400)));
  const isMonth = (...months: readonly number[]): Term =>
    terms.or(...months.map((one) => terms.compare("equals", month, terms.number(one))));
  return terms.chooseFirst(
    [
      { when: isMonth(2), gives: terms.choose(isLeapYear, terms.number(29), terms.number(28)) },
      { when: isMonth(4, 6, 9, 11), gives: terms.number(30) },
    ],
    terms.number(31),
  );
}

export function wholePart(terms: Terms, term: Term, by: number): Term {
  return terms.operate("floor", terms.operate("divide", term, terms.number(by)));
}

export function times(terms: Terms, term: Term, by: number): Term {
  return terms.operate("multiply", term, terms.number(by));
}

export function sum(terms: Terms, ...parts: readonly Term[]): Term {
  return parts.reduce((all, part) => terms.operate("plus", all, part));
}
