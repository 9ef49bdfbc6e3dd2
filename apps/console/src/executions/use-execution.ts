import type { Resource, TracedExecutionFields } from "@airlock/contract";
import { useQuery } from "@tanstack/react-query";
import { useClient, useProfile } from "../api/session/use-session.ts";
import { linkFor } from "../api/session/permissions.ts";

export type TracedExecution = Resource<TracedExecutionFields>;

/** What was decided never changes, so it is read once. */
export function useExecution(id: string | undefined) {
  const client = useClient();
  const href = linkFor(useProfile(), "execution", "GET")?.replace("{executionId}", encodeURIComponent(id ?? ""));
  return useQuery({
    queryKey: ["execution", href],
    enabled: id !== undefined && href !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => client.request<TracedExecution>("GET", href ?? "", { signal }),
  });
}
