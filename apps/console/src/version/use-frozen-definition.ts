import type { DefinitionFields, Resource, VersionFields } from "@airlock/contract";
import { useQuery } from "@tanstack/react-query";
import { linkFor } from "../session/permissions.ts";
import { useClient } from "../session/use-session.ts";

/** What a version was frozen with, read once: it never changes. */
export function useFrozenDefinition(version: Resource<VersionFields> | undefined) {
  const client = useClient();
  const href = linkFor(version, "definition", "GET");
  return useQuery({
    queryKey: ["definition", href],
    enabled: href !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => client.request<Resource<DefinitionFields>>("GET", href ?? "", { signal }),
  });
}
