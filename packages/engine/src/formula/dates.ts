import { calendarDay, dayNumber, daysInMonth, firstDay, lastDay } from "@airlock/flow";

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
