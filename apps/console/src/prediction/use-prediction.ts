import type { PredictionFields, Resource } from "@airlock/contract";
import { useQuery } from "@tanstack/react-query";
import { linkFor } from "../session/permissions.ts";
import { useClient, useProfile } from "../session/use-session.ts";

export type Prediction = Resource<PredictionFields>;

export function predictionKey(webSafeString: string): readonly string[] {
  return ["prediction", webSafeString];
}

/** One configuration. It is asked for again when something happened to it, never under someone's hands by itself. */
export function usePrediction(webSafeString: string) {
  const client = useClient();
  const list = linkFor(useProfile(), "predictions", "GET");
  return useQuery({
    queryKey: predictionKey(webSafeString),
    enabled: list !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => client.request<Prediction>("GET", `${list}/${encodeURIComponent(webSafeString)}`, { signal }),
  });
}
