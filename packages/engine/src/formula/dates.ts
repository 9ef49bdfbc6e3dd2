/** [FO16] Dates are days from 1970-01-01 on in the Gregorian calendar. All of it is whole numbers, + - * and floor, so that SQL does the same. */

export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export const firstDay = -719_162; // 0001-01-01
export const lastDay = 2_932_896; // 9999-12-31

/** Years that begin in March end with the day that some years have and others do not. */
function dayNumber({ year, month, day }: CalendarDay): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

export function calendarDay(number: number): CalendarDay {
  const z = number + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const leaps = Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 1_460) - Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra + leaps) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const march = Math.floor((5 * dayOfYear + 2) / 153);
  const month = march < 10 ? march + 3 : march - 9;
  const day = dayOfYear - Math.floor((153 * march + 2) / 5) + 1;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return 30 + ((month + Math.floor(month / 8)) % 2);
}

const dateText = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;

/** [FO17] NaN where the text is not a day. */
export function readDay(text: string): number {
  const [, year, month, day] = (dateText.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return NaN;
  const isDay = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  return isDay ? dayNumber({ year, month, day }) : NaN;
}

/** [FO18] NaN where it leaves the years 1 to 9999. */
export function addDays(date: number, days: number): number {
  const sum = date + days;
  return sum >= firstDay && sum <= lastDay ? sum : NaN;
}

export function addMonths(date: number, months: number): number {
  const { year, month, day } = calendarDay(date);
  const total = year * 12 + month - 1 + months;
  if (!(total >= 12 && total <= 119_999)) return NaN;
  const then = Math.floor(total / 12);
  const thenMonth = total - then * 12 + 1;
  return dayNumber({ year: then, month: thenMonth, day: Math.min(day, daysInMonth(then, thenMonth)) });
}

/** [FO19] Whole months, counted from the earlier to the later date; negative where the second is the earlier one. */
export function monthsBetween(from: number, to: number): number {
  const sign = from <= to ? 1 : -1;
  const first = calendarDay(Math.min(from, to));
  const last = calendarDay(Math.max(from, to));
  const months = (last.year - first.year) * 12 + last.month - first.month - (last.day < first.day ? 1 : 0);
  return sign * months + 0;
}

export function yearsBetween(from: number, to: number): number {
  const months = monthsBetween(from, to);
  return Math.sign(months) * Math.floor(Math.abs(months) / 12) + 0;
}
