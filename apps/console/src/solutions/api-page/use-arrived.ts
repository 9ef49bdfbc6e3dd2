import { useQuery } from "@tanstack/react-query";
import { asProblem } from "../../api/api-problem.ts";
import { fillAddress } from "../../api/calls.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";

const everyMillis = 500;
const maxTries = 120;

/**
 * An execution can be opened a moment after its response, once its log is stored: polls until then. Undefined for users who may not read executions.
 */
export function useArrived(executionId: string | undefined): "waiting" | "arrived" | "late" | undefined {
  const client = useClient();
  const href = fillAddress(linkFor(useProfile(), "execution", "GET"), { executionId: executionId ?? "" });
  const { isSuccess, isError } = useQuery({
    queryKey: ["arrived", href],
    enabled: executionId !== undefined && href !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, error) => asProblem(error).status === 404 && failures < maxTries,
    retryDelay: everyMillis,
    queryFn: ({ signal }) => client.get("execution.read", href ?? "", { signal, background: true }),
  });
  if (href === undefined) return undefined;
  return isSuccess ? "arrived" : isError ? "late" : "waiting";
}
