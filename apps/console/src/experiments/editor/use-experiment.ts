import { itemAddress } from "../../api/calls.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import { useResource } from "../../api/use-resource.ts";

/** One experiment as it was last saved. Never refetched automatically, because the user may be editing it. */
export function useExperiment(webSafeString: string) {
  const list = linkFor(useProfile(), "experiments", "GET");
  return useResource("experiment.read", {
    href: itemAddress(list, webSafeString),
    isForeground: true,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
