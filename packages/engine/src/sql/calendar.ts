import { firstDay, lastDay } from "@airlock/flow";
import { dayNumber, dayNumberTerm, daysBeforeEpoch, daysInMonth, sum, times, wholePart, type CalendarTerms } from "./day-number.ts";
import type { Fault, Numbers, Worked } from "./numbers.ts";
import type { Term, Terms } from "./terms.ts";
import type { NumberValue, TextValue } from "./value.ts";

/** No date has a number of greater magnitude. */
const dateBound = Math.max(-firstDay, lastDay);

/** [FO16] to [FO19] as terms: the database's own dates reach from 1900 to 2299. */
export class Calendar {
  readonly #numbers: Numbers;
  readonly #terms: Terms;

  constructor(numbers: Numbers) {
    this.#numbers = numbers;
    this.#terms = numbers.terms;
  }

  date(term: Term, mayBeMissing: boolean): NumberValue {
    return this.#numbers.whole(term, "Integer", mayBeMissing, dateBound);
  }

  part(date: NumberValue, part: keyof CalendarTerms): NumberValue {
    return this.#numbers.whole(this.#calendarDay(date.term)[part], "Integer", date.mayBeMissing, 9_999);
  }

  /** [FO17] `isPresent` says for which rows the text is present. */
  read({ term, mayBeMissing }: TextValue, isPresent: Term): Worked {
    const terms = this.#terms;
    const value = dayNumberTerm(terms, term);
    const fault: Fault = { when: terms.and(isPresent, terms.compare("notEquals", value, value)), code: "NOT_A_DATE" };
    return { value: this.date(value, mayBeMissing), faults: [fault] };
  }

  /** [FO18] */
  addDays(date: NumberValue, days: NumberValue): Worked {
    return this.#added(date, days, this.#terms.operate("plus", date.term, days.term), firstDay, lastDay, (added) => added);
  }

  addMonths(date: NumberValue, months: NumberValue): Worked {
    const terms = this.#terms;
    const { year, month, day } = this.#calendarDay(date.term);
    const total = sum(terms, times(terms, year, 12), month, terms.number(-1), months.term);
    return this.#added(date, months, total, 12, 119_999, (added) => {
      const then = wholePart(terms, added, 12);
      const thenMonth = sum(terms, terms.operate("minus", added, times(terms, then, 12)), terms.number(1));
      const lastDay = daysInMonth(terms, then, thenMonth);
      return dayNumber(terms, { year: then, month: thenMonth, day: terms.choose(terms.compare("less", day, lastDay), day, lastDay) });
    });
  }

  /** [FO19] */
  monthsBetween(from: NumberValue, to: NumberValue, months: 1 | 12): NumberValue {
    const terms = this.#terms;
    const isForward = terms.compare("lessOrEquals", from.term, to.term);
    const first = this.#calendarDay(terms.choose(isForward, from.term, to.term));
    const last = this.#calendarDay(terms.choose(isForward, to.term, from.term));
    const isShort = terms.compare("less", last.day, first.day);
    const years = times(terms, terms.operate("minus", last.year, first.year), 12);
    const all = sum(
      terms,
      years,
      terms.operate("minus", last.month, first.month),
      terms.choose(isShort, terms.number(-1), terms.number(0)),
    );
    const counted = months === 1 ? all : wholePart(terms, all, 12);
    const signed = terms.choose(isForward, counted, terms.operate("minus", terms.number(0), counted));
    return this.#numbers.whole(signed, "Integer", from.mayBeMissing || to.mayBeMissing, 120_000);
  }

  /** A value out of bounds fails and becomes missing: no row may contain a value that the database cannot compute with. */
  #added(date: NumberValue, more: NumberValue, added: Term, min: number, max: number, day: (added: Term) => Term): Worked {
    const terms = this.#terms;
    const isPresent = terms.and(this.#numbers.isPresent(date), this.#numbers.isPresent(more));
    const isKept = terms.and(
      terms.compare("greaterOrEquals", added, terms.number(min)),
      terms.compare("lessOrEquals", added, terms.number(max)),
    );
    const value = this.date(terms.choose(isKept, day(added), terms.missing), date.mayBeMissing || more.mayBeMissing);
    return { value, faults: [{ when: terms.and(isPresent, terms.not(isKept)), code: "DATE_OVERFLOW" }] };
  }

  #calendarDay(date: Term): CalendarTerms {
    const terms = this.#terms;
    const z = sum(terms, date, terms.number(daysBeforeEpoch));
    const era = wholePart(terms, z, 146_097);
    const dayOfEra = terms.operate("minus", z, times(terms, era, 146_097));
    const leaps = terms.operate(
      "minus",
      terms.operate("minus", wholePart(terms, dayOfEra, 36_524), wholePart(terms, dayOfEra, 1_460)),
      wholePart(terms, dayOfEra, 146_096),
    );
    const yearOfEra = wholePart(terms, sum(terms, dayOfEra, leaps), 365);
    const dayOfYear = terms.operate("minus", dayOfEra, this.#yearDays(yearOfEra));
    const march = wholePart(terms, sum(terms, times(terms, dayOfYear, 5), terms.number(2)), 153);
    const before = wholePart(terms, sum(terms, times(terms, march, 153), terms.number(2)), 5);
    const isLate = terms.compare("less", march, terms.number(10));
    const month = sum(terms, march, terms.choose(isLate, terms.number(3), terms.number(-9)));
    const year = sum(terms, yearOfEra, times(terms, era, 400), terms.choose(isLate, terms.number(0), terms.number(1)));
    return { year, month, day: sum(terms, terms.operate("minus", dayOfYear, before), terms.number(1)) };
  }

  /** Days of this number of years of an era that begin in March. */
  #yearDays(years: Term): Term {
    const terms = this.#terms;
    return terms.operate("minus", sum(terms, times(terms, years, 365), wholePart(terms, years, 4)), wholePart(terms, years, 100));
  }
}
