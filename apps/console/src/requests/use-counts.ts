import type { RefusedRequestCountFields } from "@airlock/contract";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useClient } from "../api/session/use-session.ts";

const liveMillis = 15_000;

type Filters = Readonly<Record<string, string | undefined>>;

/** Counts over time, and what the filters can choose from. */
export function useCounts(href: string | undefined, filters: Filters) {
  const client = useClient();
  const queries = useQueryClient();
  const queryKey = ["refused request counts", href, filters];
  return useQuery<RefusedRequestCountFields>({
    queryKey,
    enabled: href !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: liveMillis,
    queryFn: async ({ signal }) => {
      const background = queries.getQueryData(queryKey) !== undefined;
      const query = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
      return (await client.get("refusedRequests.count", href ?? "", { query, signal, background }))._embedded;
    },
  });
}
