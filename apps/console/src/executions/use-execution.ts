import type { Resource, TracedExecutionFields } from "@airlock/contract";
import { fillAddress } from "../api/calls.ts";
import { useProfile } from "../api/session/use-session.ts";
import { useResource } from "../api/use-resource.ts";
import { linkFor } from "../api/session/permissions.ts";

export type TracedExecution = Resource<TracedExecutionFields>;

/** An execution never changes, so it is loaded once. */
export function useExecution(id: string | undefined) {
  const href = fillAddress(linkFor(useProfile(), "execution", "GET"), { executionId: id });
  return useResource("execution.read", { href, isForeground: true, staleTime: Number.POSITIVE_INFINITY });
}
