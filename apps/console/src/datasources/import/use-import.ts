import type { ImportFields, Resource } from "@airlock/contract";
import { useQuery } from "@tanstack/react-query";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient } from "../../api/session/use-session.ts";
import { loadOptions } from "../../api/load-options.ts";

const pollMillis = 500;
const ended: readonly string[] = ["done", "failed", "cancelled"];

/** An import as it goes on, and how to stop it. */
export function useImport(href: string | undefined) {
  const client = useClient();
  const query = useQuery<Resource<ImportFields>>({
    queryKey: ["imports", href],
    enabled: href !== undefined,
    refetchInterval: ({ state }) => (ended.includes(state.data?._embedded.status ?? "") ? false : pollMillis),
    queryFn: (context) => client.request<Resource<ImportFields>>("GET", href ?? "", loadOptions(context)),
  });
  const cancel = linkFor(query.data, "cancel", "PUT");
  return {
    run: query.data,
    seenAt: query.dataUpdatedAt,
    cancel:
      cancel === undefined
        ? undefined
        : async () => {
            await client.request("PUT", cancel);
            await query.refetch();
          },
  };
}
