import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { usageQuery } from "../parts/time-range/usage-range.ts";
import type { Range, Span, UsageQuery } from "../parts/time-range/usage-range.ts";

const refreshMillis = 10_000;

interface LoadOptions {
  readonly query: UsageQuery & { readonly id: string };
  readonly signal: AbortSignal;
  /** A scheduled refresh with data on screen already, not one that the user started. */
  readonly background: boolean;
}

/**
 * Statistics of one deployed version or of all (`ALL`), polled every ten seconds while the page is visible. Widgets with the same address, key and
 * range share one request.
 */
export function useStatistics<Data>(
  href: string | undefined,
  { key, range, span }: { readonly key: string; readonly range: Range; readonly span: Span },
  load: (href: string, wanted: UsageQuery, options: LoadOptions) => Promise<Data>,
) {
  const queries = useQueryClient();
  const isRequestedByUser = useRef(false);
  const queryKey = ["stats", href, key, range, ...(range === "CUSTOM" ? [span.start, span.end] : [])];
  const query = useQuery({
    queryKey,
    enabled: href !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMillis,
    queryFn: ({ signal }): Promise<Data> => {
      const wanted = usageQuery(range, Date.now(), span);
      const background = !isRequestedByUser.current && queries.getQueryData(queryKey) !== undefined;
      isRequestedByUser.current = false;
      const { start, end, gran } = wanted;
      return load(href ?? "", wanted, { query: { start, end, gran, id: key }, signal, background });
    },
  });
  const refresh = () => {
    isRequestedByUser.current = true;
    void query.refetch();
  };
  return { query, refresh };
}
