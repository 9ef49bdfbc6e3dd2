/// <reference lib="esnext.temporal" />
import { formatDate } from "@airlock/flow/locale";

const day = { day: "numeric", month: "short" } as const;
const dayOfYear = { ...day, year: "numeric" } as const;
const minutes = { hour: "2-digit", minute: "2-digit" } as const;
const seconds = { ...minutes, second: "2-digit" } as const;

/** `14 Nov 2026, 11:42` in the reader's zone; `-` for an empty date, `invalid date` for one with fewer than three numeric parts. */
export function shortDate(text: string | null | undefined): string {
  return dateOrProblem(text, { ...dayOfYear, ...minutes });
}

/** `14 Nov 2026, 11:42:07`, where many are of the same minute. */
export function secondDate(text: string | null | undefined): string {
  return dateOrProblem(text, { ...dayOfYear, ...seconds });
}

/** For the tooltip: to the second, with the zone. */
export function exactDate(text: string | null | undefined): string {
  return dateOrProblem(text, { ...dayOfYear, ...seconds, timeZoneName: "short" });
}

function dateOrProblem(text: string | null | undefined, options: Intl.DateTimeFormatOptions): string {
  if (text === null || text === undefined || text.trim() === "") return "-";
  const date = new Date(text);
  if ((text.match(/\d+/g)?.length ?? 0) < 3 || Number.isNaN(date.getTime())) return "invalid date";
  return formatDate(date, options);
}

/** `11:42` */
export function clock(date: Date): string {
  return formatDate(date, minutes);
}

/** `11:42:07` */
export function clockWithSeconds(date: Date): string {
  return formatDate(date, seconds);
}

/** `14 Nov` */
export function dayAndMonth(date: Date): string {
  return formatDate(date, day);
}

/** `14 Nov 2026` */
export function dayMonthYear(date: Date): string {
  return formatDate(date, dayOfYear);
}

/** `Sat 7` */
export function weekday(date: Date): string {
  return formatDate(date, { weekday: "short", day: "numeric" });
}

/** `Europe/Amsterdam` */
export function zoneName(): string {
  // Not in every browser. Unlike `Intl`, it loads no data of locales, which takes longer than rendering the dashboard that shows this.
  if (typeof Temporal !== "undefined") return Temporal.Now.timeZoneId();
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** `Today, Monday 16 November`, `Friday 13 November`, and with the year where it is another: in the reader's zone. */
export function dayHead(text: string, now: Date): string {
  const date = new Date(text);
  const long = { weekday: "long", day: "numeric", month: "long" } as const;
  const head = formatDate(date, date.getFullYear() === now.getFullYear() ? long : { ...long, year: "numeric" });
  return date.toDateString() === now.toDateString() ? `Today, ${head}` : head;
}
