import type { PredictionFields, Resource } from "@airlock/contract";
import { itemAddress } from "../../api/calls.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import { useResource } from "../../api/use-resource.ts";

export type Prediction = Resource<PredictionFields>;

export function predictionKey(webSafeString: string): readonly string[] {
  return ["prediction", webSafeString];
}

/** One configuration. It is asked for again when something happened to it, never under someone's hands by itself. */
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
