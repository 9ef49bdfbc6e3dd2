import type { StatsDetailsFields } from "@airlock/contract";
import { useClient } from "../api/session/use-session.ts";
import { barsOf } from "../parts/time-range/usage-range.ts";
import type { Bar, Range, Span, UsageQuery } from "../parts/time-range/usage-range.ts";
import { useStatistics } from "./use-statistics.ts";

export interface Details {
  readonly fields: StatsDetailsFields;
  readonly gran: UsageQuery["gran"];
  readonly requested: UsageQuery;
  /** The time of each entry of the series, with its executions. */
  readonly bars: readonly Bar[];
}

/** The outcomes and durations of executions. */
export function useDetails(href: string, key: string, range: Range, span: Span) {
  const client = useClient();
  return useStatistics(href, { key, range, span }, async (address, wanted, options): Promise<Details> => {
    const { _embedded: fields } = await client.get("stats.details", address, options);
    const bars = barsOf(Object.fromEntries(fields.series.map(({ start, total }) => [start, total])), wanted.gran);
    return { fields, gran: wanted.gran, requested: wanted, bars };
  });
}
