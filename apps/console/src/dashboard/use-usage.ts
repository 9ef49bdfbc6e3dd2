import { useClient } from "../api/session/use-session.ts";
import { barsOf } from "../parts/time-range/usage-range.ts";
import type { Bar, Range, Span, UsageQuery } from "../parts/time-range/usage-range.ts";
import { useStatistics } from "./use-statistics.ts";

export interface Usage {
  readonly range: Range;
  readonly gran: UsageQuery["gran"];
  readonly span: Span;
  /** The time that was counted, which for a custom range may begin and end within a bar. */
  readonly requested: UsageQuery;
  readonly total: number;
  readonly bars: readonly Bar[];
  readonly failed: number;
  /** Those that failed alone. */
  readonly failedBars: readonly Bar[];
}

/** How many executions there were, and how many failed. */
export function useUsage(href: string | undefined, key: string, range: Range, span: Span) {
  const client = useClient();
  return useStatistics(href, { key, range, span }, async (address, wanted, options): Promise<Usage> => {
    const { total, failed, stats, failures } = (await client.get("stats.read", address, options))._embedded;
    const { gran } = wanted;
    return { range, gran, span, requested: wanted, total, failed, bars: barsOf(stats, gran), failedBars: barsOf(failures, gran) };
  });
}
