import { clock, dayAndMonth, dayMonthYear } from "../../ui/format/dates.ts";

/** '14 Nov, 08:00 to 09:00', with the second day where there is one, and the year where it is another. Undefined when the times are none. */
export function whenText(from: string | undefined, to: string | undefined, now: Date = new Date()): string | undefined {
  const [start, end] = [from, to].map((text) => (text === undefined || Number.isNaN(Date.parse(text)) ? undefined : new Date(text)));
  const isThisYear = [start, end].every((date) => date === undefined || date.getFullYear() === now.getFullYear());
  const at = (date: Date) => `${isThisYear ? dayAndMonth(date) : dayMonthYear(date)}, ${clock(date)}`;
  if (start === undefined && end === undefined) return undefined;
  if (start === undefined || end === undefined) return start === undefined ? `until ${at(end ?? new Date(0))}` : `since ${at(start)}`;
  const sameDay = start.toDateString() === end.toDateString();
  return `${at(start)} to ${sameDay ? clock(end) : at(end)}`;
}
