import { clock, dayAndMonth, weekday } from "../../ui/format/dates.ts";
import { counted } from "../../ui/format/numbers.ts";

export const ranges = ["HOUR", "DAY", "WEEK", "CUSTOM"] as const;
export type Range = (typeof ranges)[number];

/** The span of a custom range, as milliseconds since 1970. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface UsageQuery {
  readonly start: string;
  readonly end: string;
  readonly gran: "minute" | "hour" | "quarter-day" | "day";
}

const minute = 60_000;
const hour = 60 * minute;
const lengthOf = { minute, hour, "quarter-day": 6 * hour, day: 24 * hour } as const;

/** A custom range starts out as the last 168 hours. */
export function defaultSpan(now: number): Span {
  return { start: now - 168 * hour, end: now };
}

function granularityFor(millis: number): UsageQuery["gran"] {
  if (millis <= 2 * hour) return "minute";
  if (millis <= 72 * hour) return "hour";
  return millis <= 31 * 24 * hour ? "quarter-day" : "day";
}

/** The query of a range: whole buckets, the last of which contains the current time. */
export function usageQuery(range: Range, now: number, span: Span): UsageQuery {
  if (range === "CUSTOM") {
    const gran = granularityFor(span.end - span.start);
    return { start: new Date(span.start).toISOString(), end: new Date(span.end).toISOString(), gran };
  }
  const gran = range === "HOUR" ? "minute" : range === "DAY" ? "hour" : "quarter-day";
  const length = { HOUR: hour, DAY: 24 * hour, WEEK: 168 * hour }[range];
  const end = (Math.floor(now / lengthOf[gran]) + 1) * lengthOf[gran];
  return { start: new Date(end - length).toISOString(), end: new Date(end).toISOString(), gran };
}

/** 'executions in 1 day, per hour', without the count. */
export function periodText(total: number, range: Range, span: Span): string {
  const isOne = total === 1;
  if (range === "HOUR") return isOne ? "execution in 1 hour, per minute" : "executions in 1 hour, per minute";
  if (range === "DAY") return isOne ? "execution in 1 day, per hour" : "executions in 1 day, per hour";
  if (range === "WEEK") return isOne ? "execution in 7 days" : "executions in 7 days";
  const hours = counted(Math.max(1, Math.round((span.end - span.start) / hour)), "hour");
  return isOne ? `execution in ${hours}` : `executions in ${hours}`;
}

export interface Bar {
  readonly start: Date;
  readonly end: Date;
  readonly count: number;
}

/** Converts the API's map into bars in chronological order. */
export function barsOf(stats: Readonly<Record<string, number>>, gran: UsageQuery["gran"]): readonly Bar[] {
  return Object.entries(stats)
    .map(([start, count]) => ({ start: new Date(start), end: new Date(new Date(start).getTime() + lengthOf[gran]), count }))
    .filter((bar) => !Number.isNaN(bar.start.getTime()))
    .toSorted((one, other) => one.start.getTime() - other.start.getTime());
}

/** '14 Nov, 08:00 to 09:00' */
export function barText(bar: Bar): string {
  return `${dayAndMonth(bar.start)}, ${clock(bar.start)} to ${clock(bar.end)}`;
}

export interface Tick {
  readonly index: number;
  readonly text: string;
}

/** Labels under the bars: a few whole steps, days where the bars are quarters of one. */
export function ticksOf(bars: readonly Bar[], gran: UsageQuery["gran"]): readonly Tick[] {
  const daily = gran === "quarter-day" || gran === "day";
  const step = daily
    ? stepFor(bars.length, gran === "day" ? [1, 2, 7, 14, 30, 90] : [4, 8, 28, 56, 120])
    : stepFor(bars.length, gran === "minute" ? [5, 10, 15, 30] : [1, 3, 6, 12, 24]);
  return bars.flatMap((bar, index) => (index % step === 0 ? [{ index, text: daily ? weekday(bar.start) : clock(bar.start) }] : []));
}

/** The first step that leaves at most eight labels. */
function stepFor(count: number, steps: readonly number[]): number {
  return steps.find((step) => count / step <= 8) ?? steps.at(-1) ?? 1;
}
