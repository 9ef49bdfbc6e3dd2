/**
 * A Date is a calendar day of the years 1 to 9999 of the Gregorian calendar, written YYYY-MM-DD and stored as its day number: days since
 * 1970-01-01. No time, time zone or clock is involved: the number is computed from the parts of the text, as in the engine's SQL.
 */
const datePattern = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;

/** Years count from March, so that the leap day is the last one of its year; 400 years are an era of 146,097 days. */
const daysInEra = 146_097;
/** Days from 0000-03-01 to 1970-01-01. */
const epoch = 719_468;

/** The day numbers of 0001-01-01 and 9999-12-31. */
export const firstDay = -719_162;
export const lastDay = 2_932_896;

export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The day number; undefined for a text that is no such day, like 2026-02-30. */
export function readDateText(text: string): number | undefined {
  const match = datePattern.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  return dayNumber({ year, month, day });
}

/** The text of a day number from `firstDay` to `lastDay`. */
export function dateText(number: number): string {
  const { year, month, day } = calendarDay(number);
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

export function dayNumber({ year, month, day }: CalendarDay): number {
  const [shiftedYear, shiftedMonth] = month > 2 ? [year, month - 3] : [year - 1, month + 9];
  const leapDays = Math.floor(shiftedYear / 4) - Math.floor(shiftedYear / 100) + Math.floor(shiftedYear / 400);
  const dayOfYear = Math.floor((153 * shiftedMonth + 2) / 5) + day - 1;
  return shiftedYear * 365 + leapDays + dayOfYear - epoch;
}

/** The day of a day number; NaN in each part for NaN. */
export function calendarDay(number: number): CalendarDay {
  const shifted = number + epoch;
  const era = Math.floor(shifted / daysInEra);
  const dayOfEra = shifted - era * daysInEra;
  const leapDays = Math.floor(dayOfEra / 1_460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
