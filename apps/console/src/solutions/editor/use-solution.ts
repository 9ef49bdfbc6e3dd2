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
 * A solution with its definition, as they stand when the page is opened. They are not asked for again by themselves: from then on the
 * editor holds the truth of this window, and what others save is told, not put under someone's hands.
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
