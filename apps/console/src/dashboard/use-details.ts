import type { StatsDetailsFields } from "@airlock/contract";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useClient } from "../api/session/use-session.ts";
import { barsOf, usageQuery } from "../parts/time-range/usage-range.ts";
import type { Bar, Range, Span, UsageQuery } from "../parts/time-range/usage-range.ts";

export interface Details {
  readonly fields: StatsDetailsFields;
  readonly gran: UsageQuery["gran"];
  readonly asked: UsageQuery;
  /** The time of each entry of the series, with its executions. */
  readonly bars: readonly Bar[];
}

const refreshMillis = 10_000;

/** What executions of one version or of all (`ALL`) came to and how long they took. Widgets of the same key and range share one request. */
export function useDetails(href: string, key: string, range: Range, span: Span) {
  const client = useClient();
  const queries = useQueryClient();
  const asked = useRef(false);
  const queryKey = ["stats", href, key, range, ...(range === "CUSTOM" ? [span.start, span.end] : [])];
  const query = useQuery({
    queryKey,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMillis,
    queryFn: async ({ signal }): Promise<Details> => {
      const wanted = usageQuery(range, Date.now(), span);
      const background = !asked.current && queries.getQueryData(queryKey) !== undefined;
      asked.current = false;
      const search = { start: wanted.start, end: wanted.end, gran: wanted.gran, id: key };
      const { _embedded: fields } = await client.get("stats.details", href, { query: search, signal, background });
      const bars = barsOf(Object.fromEntries(fields.series.map(({ start, total }) => [start, total])), wanted.gran);
      return { fields, gran: wanted.gran, asked: wanted, bars };
    },
  });
  const refresh = () => {
    asked.current = true;
    void query.refetch();
  };
  return { query, refresh };
}
