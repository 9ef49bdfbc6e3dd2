import type { Range, Span } from "../time-range/usage-range.ts";
import { clock, dayAndMonth, dayMonthYear } from "../../ui/format/dates.ts";
import { counted } from "../../ui/format/numbers.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The time that is drawn, and the length of its bars. */
export interface Frame extends Span {
  /** An ISO 8601 duration. */
  readonly gran: string;
  readonly barMillis: number;
  /** 'Executions per 3 hours' */
  readonly per: string;
}

const steps = [
  { barMillis: minute, gran: "PT1M", per: "per minute" },
  { barMillis: 10 * minute, gran: "PT10M", per: "per 10 minutes" },
  { barMillis: hour, gran: "PT1H", per: "per hour" },
  { barMillis: 3 * hour, gran: "PT3H", per: "per 3 hours" },
  { barMillis: day, gran: "P1D", per: "per day" },
  { barMillis: 7 * day, gran: "P7D", per: "per week" },
] as const;
const lastStep = steps[5];
const maxBars = 80;

/** Whole bars, the last of which holds this moment. */
export function frameOf(range: Range, now: number, span: Span): Frame {
  const length = range === "HOUR" ? hour : range === "DAY" ? day : range === "WEEK" ? 7 * day : span.end - span.start;
  const step = steps.find(({ barMillis }) => length / barMillis <= maxBars) ?? lastStep;
  const end = range === "CUSTOM" ? span.end : now;
  const last = Math.ceil(end / step.barMillis) * step.barMillis;
  const first = range === "CUSTOM" ? Math.floor(span.start / step.barMillis) * step.barMillis : last - length;
  return { ...step, start: first, end: last };
}

/** '8 to 14 Nov 2026', '14 Nov 2026, 10:00 to 11:00' */
export function spanText({ start, end }: Span): string {
  const [from, last] = [new Date(start), new Date(end - 1)];
  const year = last.getFullYear();
  if (end - start >= 2 * day) {
    const isSameMonth = from.getMonth() === last.getMonth() && from.getFullYear() === year;
    // '8 to 14 Nov 2026' where the locale begins with the day, else 'Nov 8 to Nov 14, 2026'.
    const isShort = isSameMonth && dayAndMonth(last).startsWith(String(last.getDate()));
    return `${isShort ? from.getDate() : dayAndMonth(from)} to ${dayMonthYear(last)}`;
  }
  const isSameDay = dayAndMonth(from) === dayAndMonth(last);
  return isSameDay
    ? `${dayMonthYear(last)}, ${clock(from)} to ${clock(new Date(end))}`
    : `${dayAndMonth(from)}, ${clock(from)} to ${dayAndMonth(last)}, ${clock(new Date(end))}`;
}

/** 'no executions in 7 days' */
export function quietText({ start, end }: Span): string {
  const length = end - start;
  if (length >= 2 * day) return `no executions in ${counted(Math.round(length / day), "day")}`;
  if (length >= 2 * hour) return `no executions in ${counted(Math.round(length / hour), "hour")}`;
  return `no executions in ${counted(Math.max(1, Math.round(length / minute)), "minute")}`;
}

/** The window with one of its edges somewhere else: inside the frame, on a bar's border, and one bar long at least. */
export function withEdge(frame: Frame, window: Span, edge: "start" | "end", at: number): Span {
  const onBar = frame.start + Math.round((at - frame.start) / frame.barMillis) * frame.barMillis;
  if (edge === "start") return { ...window, start: Math.max(frame.start, Math.min(onBar, window.end - frame.barMillis)) };
  return { ...window, end: Math.min(frame.end, Math.max(onBar, window.start + frame.barMillis)) };
}
