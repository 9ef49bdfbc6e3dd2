import type { PredictionFields, Resource } from "@airlock/contract";
import { itemAddress } from "../../api/calls.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import { useResource } from "../../api/use-resource.ts";

export type Prediction = Resource<PredictionFields>;

export function predictionKey(webSafeString: string): readonly string[] {
  return ["prediction", webSafeString];
}

/** One configuration. Never refetched automatically, because the user may be editing it; actions invalidate it. */
export function usePrediction(webSafeString: string) {
  const list = linkFor(useProfile(), "predictions", "GET");
  return useResource("prediction.read", {
    queryKey: predictionKey(webSafeString),
    href: itemAddress(list, webSafeString),
    isForeground: true,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}
