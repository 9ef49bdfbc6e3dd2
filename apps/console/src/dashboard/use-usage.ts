import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useClient } from "../api/session/use-session.ts";
import { barsOf, usageQuery } from "../parts/time-range/usage-range.ts";
import type { Bar, Range, Span, UsageQuery } from "../parts/time-range/usage-range.ts";

export interface Usage {
  readonly range: Range;
  readonly gran: UsageQuery["gran"];
  readonly span: Span;
  /** The time that was counted, which for a custom range may begin and end within a bar. */
  readonly asked: UsageQuery;
  readonly total: number;
  readonly bars: readonly Bar[];
  readonly failed: number;
  /** Those that failed alone. */
  readonly failedBars: readonly Bar[];
}

const refreshMillis = 10_000;

/** The executions of one deployed version or of all (`ALL`), asked again every ten seconds while the page is looked at. */
export function useUsage(href: string | undefined, key: string, range: Range, span: Span) {
  const client = useClient();
  const queries = useQueryClient();
  const asked = useRef(false);
  const queryKey = ["stats", href, key, range, ...(range === "CUSTOM" ? [span.start, span.end] : [])];
  const query = useQuery({
    queryKey,
    enabled: href !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMillis,
    queryFn: async ({ signal }): Promise<Usage> => {
      const wanted = usageQuery(range, Date.now(), span);
      const background = !asked.current && queries.getQueryData(queryKey) !== undefined;
      asked.current = false;
      const search = { start: wanted.start, end: wanted.end, gran: wanted.gran, id: key };
      const { _embedded } = await client.get("stats.read", href ?? "", { query: search, signal, background });
      const { total, failed, stats, failures } = _embedded;
      const { gran } = wanted;
      return { range, gran, span, asked: wanted, total, failed, bars: barsOf(stats, gran), failedBars: barsOf(failures, gran) };
    },
  });
  const refresh = () => {
    asked.current = true;
    void query.refetch();
  };
  return { query, refresh };
}
