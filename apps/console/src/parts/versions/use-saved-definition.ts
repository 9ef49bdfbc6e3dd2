import { useQuery } from "@tanstack/react-query";
import { loadOptions } from "../../api/load-options.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient } from "../../api/session/use-session.ts";
import type { Solution } from "./resources.ts";

/** The flow of a solution as it is saved now, which a version would freeze. Hooks that need it share one request. */
export function useSavedDefinition(solution: Solution) {
  const client = useClient();
  const href = linkFor(solution, "definition", "GET");
  const { data } = useQuery({
    queryKey: ["definition", href, "saved"],
    enabled: href !== undefined,
    staleTime: 0,
    queryFn: async (context) => (await client.get("definition.read", href ?? "", loadOptions(context)))._embedded,
  });
  return data;
}
