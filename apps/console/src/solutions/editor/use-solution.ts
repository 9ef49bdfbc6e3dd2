import type { DefinitionFields, Resource, SolutionFields } from "@airlock/contract";
import { useQuery } from "@tanstack/react-query";
import { itemAddress } from "../../api/calls.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";

export interface OpenedSolution {
  readonly solution: Resource<SolutionFields>;
  readonly definition: Resource<DefinitionFields>;
}

/**
 * A solution with its definition, loaded when the page is opened. Never refetched automatically: from then on the editor owns the state of this
 * window. When others save, the user is notified, and the open definition is not replaced.
 */
export function useSolution(webSafeString: string) {
  const client = useClient();
  const list = linkFor(useProfile(), "solutions", "GET");
  return useQuery({
    queryKey: ["solution", list, webSafeString],
    enabled: list !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: async ({ signal }): Promise<OpenedSolution> => {
      const solution = await client.get("solution.read", itemAddress(list, webSafeString) ?? "", { signal });
      const href = linkFor(solution, "definition", "GET");
      if (href === undefined) throw new Error("The solution has no link to its definition.");
      return { solution, definition: await client.get("definition.read", href, { signal }) };
    },
  });
}
