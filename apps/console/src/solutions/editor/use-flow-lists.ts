import type { FlowList } from "@airlock/flow";
import { useMemo } from "react";
import { linkFor } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import { useAllPages } from "../../api/use-all-pages.ts";

const none: readonly FlowList[] = [];

/** The organisation's lists that have a version, as a flow describes them; none for users who may not see lists. */
export function useFlowLists(): readonly FlowList[] {
  const href = linkFor(useProfile(), "lists", "GET");
  const { data } = useAllPages("lists.list", { queryKey: ["lists", "choices", href], href, query: { sort: "name" } });
  return useMemo(
    () =>
      data?.items
        .filter(({ _embedded }) => _embedded.newestVersion > 0)
        .map(({ _embedded: { webSafeString, name, key, columns } }) => ({ listId: webSafeString, name, keyType: key.type, columns })) ??
      none,
    [data],
  );
}
