import { dayAndMonth } from "./dates.ts";
import { formatDate } from "@airlock/flow/locale";

const time = { hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3 } as const;

/** To the millisecond; the day too when it was not today. */
export function startedText(text: string, now: Date = new Date()): string {
  const at = new Date(text);
  const clock = formatDate(at, time);
  return at.toDateString() === now.toDateString() ? clock : `${dayAndMonth(at)} ${clock}`;
}
