import { useMemo } from "react";
import { linkFor } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import { useAllPages } from "../../api/use-all-pages.ts";

const none: readonly string[] = [];

/** For completion: the names of the organisation's secrets, none for those who may not see them. */
export function useSecretNames(): readonly string[] {
  const href = linkFor(useProfile(), "secrets", "GET");
  const { data } = useAllPages("secrets.list", {
    queryKey: ["secrets", "names", href],
    href,
    query: { sort: "name" },
  });
  return useMemo(() => data?.items.map((item) => item._embedded.name) ?? none, [data]);
}
