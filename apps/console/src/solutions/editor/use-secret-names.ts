import { useMemo } from "react";
import { linkFor } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import { useResource } from "../../api/use-resource.ts";

const none: readonly string[] = [];

/** For completion: the names of the organisation's secrets, none for those who may not see them. */
export function useSecretNames(): readonly string[] {
  const href = linkFor(useProfile(), "secrets", "GET");
  const { data } = useResource("secrets.list", {
    queryKey: ["secrets", "names", href],
    href,
    query: { limit: 500, sort: "name" },
  });
  return useMemo(() => data?.items.map((item) => item._embedded.name) ?? none, [data]);
}
