import type { ExperimentFields, Resource } from "@airlock/contract";
import { useQuery } from "@tanstack/react-query";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";

/** One experiment as it was saved last. Not asked for again by itself: someone may be changing it here. */
export function useExperiment(webSafeString: string) {
  const client = useClient();
  const list = linkFor(useProfile(), "experiments", "GET");
  return useQuery({
    queryKey: ["experiment", list, webSafeString],
    enabled: list !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: ({ signal }) => client.request<Resource<ExperimentFields>>("GET", `${list}/${encodeURIComponent(webSafeString)}`, { signal }),
  });
}
