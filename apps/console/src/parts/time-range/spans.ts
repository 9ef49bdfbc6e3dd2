/** How far back is looked; a span in the address stays true tomorrow. */
export const spans = [
  { value: "hour", label: "Last hour", millis: 3_600_000 },
  { value: "day", label: "Last 24 hours", millis: 86_400_000 },
  { value: "week", label: "Last 7 days", millis: 604_800_000 },
] as const;

const minute = 60_000;

/** The start of the span, rounded to a minute, so that the query key stays the same for a minute. */
export function spanStart(span: string | undefined, now: number): string | undefined {
  const found = spans.find(({ value }) => value === span);
  return found === undefined ? undefined : new Date(Math.floor(now / minute) * minute - found.millis).toISOString();
}

/** A time in the URL, which anyone may have typed: invalid values are dropped. */
export function timeOf(text: string | undefined): string | undefined {
  const millis = Date.parse(text ?? "");
  return Number.isNaN(millis) ? undefined : new Date(millis).toISOString();
}
