import type { DashboardItem } from "@airlock/contract";
import { defaultSpan, usageQuery, type Range, type Span } from "../parts/time-range/usage-range.ts";

type Config = DashboardItem["config"];

/** The start and end of a custom range; the last 168 hours until the user has set them. */
export function spanOf({ start, end }: Pick<Config, "start" | "end">, now: number): Span {
  const span = { start: Date.parse(start), end: Date.parse(end) };
  return Number.isNaN(span.start) || Number.isNaN(span.end) ? defaultSpan(now) : span;
}

/** What a widget stores of its range. Times are stored only for a custom range that the user has set: the other ranges move with the clock. */
export function rangeConfig(range: Range, span?: Span): Pick<Config, "range" | "granularity" | "start" | "end"> {
  const custom = range === "CUSTOM" ? span : undefined;
  const { gran } = usageQuery(range, 0, custom ?? defaultSpan(0));
  if (custom === undefined) return { range, granularity: gran, start: "-", end: "-" };
  return { range, granularity: gran, start: new Date(custom.start).toISOString(), end: new Date(custom.end).toISOString() };
}
