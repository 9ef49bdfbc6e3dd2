import { spanStart, timeOf } from "../parts/time-range/spans.ts";
import { usageQuery, type UsageQuery } from "../parts/time-range/usage-range.ts";

export interface When {
  readonly span?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The value in the URL that shows everything that is stored. */
export const everything = "all";
const keptMillis = 30 * 86_400_000;

/** Without parameters in the URL: the last 24 hours. */
export function shownWhen(when: When): When {
  return when.span === undefined && when.from === undefined && when.to === undefined ? { span: "day" } : when;
}

/** The query parameters of the list and of the chart. A chart without a start begins at the retention limit. */
export function requestedTimes(given: When, now: number): { readonly list: When; readonly chart: UsageQuery } {
  const when = shownWhen(given);
  const [from, to] = [timeOf(when.from) ?? spanStart(when.span, now), timeOf(when.to)];
  const end = to === undefined ? now : Date.parse(to);
  const start = from === undefined ? end - keptMillis : Date.parse(from);
  return { list: { from, to }, chart: usageQuery("CUSTOM", now, { start: Math.min(start, end - 60_000), end }) };
}

/** 'in the last 24 hours' */
export function whenWords(given: When, fixed: string | undefined): string {
  if (fixed !== undefined) return `from ${fixed}`;
  const { span } = shownWhen(given);
  return { hour: "in the last hour", day: "in the last 24 hours", week: "in the last 7 days" }[span ?? ""] ?? "in the last 30 days";
}
