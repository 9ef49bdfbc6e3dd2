import { clock, dayAndMonth } from "../../ui/format/dates.ts";

/** '14 Nov, 08:00 to 09:00', with the second day where there is one. Undefined when the times are none. */
export function whenText(from: string | undefined, to: string | undefined): string | undefined {
  const [start, end] = [from, to].map((text) => (text === undefined || Number.isNaN(Date.parse(text)) ? undefined : new Date(text)));
  const at = (date: Date) => `${dayAndMonth(date)}, ${clock(date)}`;
  if (start === undefined && end === undefined) return undefined;
  if (start === undefined || end === undefined) return start === undefined ? `until ${at(end ?? new Date(0))}` : `since ${at(start)}`;
  const sameDay = start.toDateString() === end.toDateString();
  return `${at(start)} to ${sameDay ? clock(end) : at(end)}`;
}
