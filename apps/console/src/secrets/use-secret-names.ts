import type { List, SecretFields } from "@airlock/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { linkFor } from "../session/permissions.ts";
import { useClient, useProfile } from "../session/use-session.ts";

const none: readonly string[] = [];

/** For completion: the names of the organisation's secrets, none for those who may not see them. */
export function useSecretNames(): readonly string[] {
  const client = useClient();
  const href = linkFor(useProfile(), "secrets", "GET");
  const { data } = useQuery({
    queryKey: ["secrets", "names", href],
    enabled: href !== undefined,
    queryFn: ({ signal }) => client.request<List<SecretFields>>("GET", `${href}?limit=500&sort=name`, { signal, background: true }),
  });
  return useMemo(() => data?.items.map((item) => item._embedded.name) ?? none, [data]);
}
