import { firstDay, lastDay } from "../formula/dates.ts";
import type { Fault, Numbers, Worked } from "./numbers.ts";
import type { Term, Terms } from "./terms.ts";
import type { NumberValue, TextValue } from "./value.ts";

interface CalendarTerms {
  readonly year: Term;
  readonly month: Term;
  readonly day: Term;
}

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

  /** [FO17] `isPresent` says where the text is there. */
  read({ term, mayBeMissing }: TextValue, isPresent: Term): Worked {
    const terms = this.#terms;
    const digits = (from: number, count: number): Term => terms.call("number", "digitsOfText", term, terms.count(from), terms.count(count));
    const [year, month, day] = [digits(1, 4), digits(6, 2), digits(9, 2)];
    const between = (value: Term, least: Term, most: Term): Term =>
      terms.and(terms.compare("greaterOrEquals", value, least), terms.compare("lessOrEquals", value, most));
    const one = terms.number(1);
    const isDay = terms.and(
      terms.call("flag", "isDateText", term),
      terms.compare("greaterOrEquals", year, one),
      between(month, one, terms.number(12)),
      between(day, one, this.#daysInMonth(year, month)),
    );
    const value = terms.choose(isDay, this.#dayNumber({ year, month, day }), terms.missing);
    const fault: Fault = { when: terms.and(isPresent, terms.not(isDay)), code: "NOT_A_DATE" };
    return { value: this.date(value, mayBeMissing), faults: [fault] };
  }

  /** [FO18] */
  addDays(date: NumberValue, days: NumberValue): Worked {
    return this.#added(date, days, this.#terms.operate("plus", date.term, days.term), firstDay, lastDay, (sum) => sum);
  }

  addMonths(date: NumberValue, months: NumberValue): Worked {
    const terms = this.#terms;
    const { year, month, day } = this.#calendarDay(date.term);
    const total = this.#sum(this.#times(year, 12), month, terms.number(-1), months.term);
    return this.#added(date, months, total, 12, 119_999, (sum) => {
      const then = this.#wholePart(sum, 12);
      const thenMonth = this.#sum(terms.operate("minus", sum, this.#times(then, 12)), terms.number(1));
      const most = this.#daysInMonth(then, thenMonth);
      return this.#dayNumber({ year: then, month: thenMonth, day: terms.choose(terms.compare("less", day, most), day, most) });
    });
  }

  /** [FO19] */
  monthsBetween(from: NumberValue, to: NumberValue, months: 1 | 12): NumberValue {
    const terms = this.#terms;
    const isForward = terms.compare("lessOrEquals", from.term, to.term);
    const first = this.#calendarDay(terms.choose(isForward, from.term, to.term));
    const last = this.#calendarDay(terms.choose(isForward, to.term, from.term));
    const isShort = terms.compare("less", last.day, first.day);
    const years = this.#times(terms.operate("minus", last.year, first.year), 12);
    const all = this.#sum(years, terms.operate("minus", last.month, first.month), terms.choose(isShort, terms.number(-1), terms.number(0)));
    const counted = months === 1 ? all : this.#wholePart(all, 12);
    const signed = terms.choose(isForward, counted, terms.operate("minus", terms.number(0), counted));
    return this.#numbers.whole(signed, "Integer", from.mayBeMissing || to.mayBeMissing, 120_000);
  }

  /** What is out of bounds fails, and is not worked on: no row may hold what the database cannot compute. */
  #added(date: NumberValue, more: NumberValue, sum: Term, least: number, most: number, day: (sum: Term) => Term): Worked {
    const terms = this.#terms;
    const isPresent = terms.and(this.#numbers.isPresent(date), this.#numbers.isPresent(more));
    const isKept = terms.and(
      terms.compare("greaterOrEquals", sum, terms.number(least)),
      terms.compare("lessOrEquals", sum, terms.number(most)),
    );
    const value = this.date(terms.choose(isKept, day(sum), terms.missing), date.mayBeMissing || more.mayBeMissing);
    return { value, faults: [{ when: terms.and(isPresent, terms.not(isKept)), code: "DATE_OVERFLOW" }] };
  }

  #dayNumber({ year, month, day }: CalendarTerms): Term {
    const terms = this.#terms;
    const isEarly = terms.compare("lessOrEquals", month, terms.number(2));
    const y = terms.choose(isEarly, this.#sum(year, terms.number(-1)), year);
    const era = this.#wholePart(y, 400);
    const yearOfEra = terms.operate("minus", y, this.#times(era, 400));
    const march = this.#sum(month, terms.choose(isEarly, terms.number(9), terms.number(-3)));
    const dayOfYear = this.#sum(this.#wholePart(this.#sum(this.#times(march, 153), terms.number(2)), 5), day, terms.number(-1));
    return this.#sum(this.#times(era, 146_097), this.#yearDays(yearOfEra), dayOfYear, terms.number(-719_468));
  }

  #calendarDay(date: Term): CalendarTerms {
    const terms = this.#terms;
    const z = this.#sum(date, terms.number(719_468));
    const era = this.#wholePart(z, 146_097);
    const dayOfEra = terms.operate("minus", z, this.#times(era, 146_097));
    const leaps = terms.operate(
      "minus",
      terms.operate("minus", this.#wholePart(dayOfEra, 36_524), this.#wholePart(dayOfEra, 1_460)),
      this.#wholePart(dayOfEra, 146_096),
    );
    const yearOfEra = this.#wholePart(this.#sum(dayOfEra, leaps), 365);
    const dayOfYear = terms.operate("minus", dayOfEra, this.#yearDays(yearOfEra));
    const march = this.#wholePart(this.#sum(this.#times(dayOfYear, 5), terms.number(2)), 153);
    const before = this.#wholePart(this.#sum(this.#times(march, 153), terms.number(2)), 5);
    const isLate = terms.compare("less", march, terms.number(10));
    const month = this.#sum(march, terms.choose(isLate, terms.number(3), terms.number(-9)));
    const year = this.#sum(yearOfEra, this.#times(era, 400), terms.choose(isLate, terms.number(0), terms.number(1)));
    return { year, month, day: this.#sum(terms.operate("minus", dayOfYear, before), terms.number(1)) };
  }

  /** Days of so many years of an era that begin in March. */
  #yearDays(years: Term): Term {
    const terms = this.#terms;
    return terms.operate("minus", this.#sum(this.#times(years, 365), this.#wholePart(years, 4)), this.#wholePart(years, 100));
  }

  #daysInMonth(year: Term, month: Term): Term {
    const terms = this.#terms;
    const isWhole = (by: number): Term => terms.compare("equals", this.#times(this.#wholePart(year, by), by), year);
    const isLeap = terms.or(terms.and(isWhole(4), terms.not(isWhole(100))), isWhole(400));
    const odd = this.#sum(month, this.#wholePart(month, 8));
    const others = this.#sum(terms.number(30), terms.operate("minus", odd, this.#times(this.#wholePart(odd, 2), 2)));
    const february = terms.choose(isLeap, terms.number(29), terms.number(28));
    return terms.choose(terms.compare("equals", month, terms.number(2)), february, others);
  }

  #wholePart(term: Term, by: number): Term {
    return this.#terms.operate("floor", this.#terms.operate("divide", term, this.#terms.number(by)));
  }

  #times(term: Term, by: number): Term {
    return this.#terms.operate("multiply", term, this.#terms.number(by));
  }

  #sum(...parts: readonly Term[]): Term {
    return parts.reduce((sum, part) => this.#terms.operate("plus", sum, part));
  }
}
