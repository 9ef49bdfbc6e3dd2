import type { Resource, VersionFields } from "@airlock/contract";
import { useQuery } from "@tanstack/react-query";
import { linkFor } from "../session/permissions.ts";
import { useClient, useProfile } from "../session/use-session.ts";
import { useFrozenDefinition } from "../version/use-frozen-definition.ts";

const liveMillis = 5000;

/** A version with what it was frozen with. Its status is asked for again while someone looks. */
export function useTriedVersion(id: string) {
  const client = useClient();
  const versions = linkFor(useProfile(), "versions", "GET");
  const version = useQuery({
    queryKey: ["versions", versions, id],
    enabled: versions !== undefined,
    refetchInterval: liveMillis,
    queryFn: ({ signal }) =>
      client.request<Resource<VersionFields>>("GET", `${versions}/${encodeURIComponent(id)}`, { signal, background: true }),
  });
  return { mayRead: versions !== undefined, version, definition: useFrozenDefinition(version.data) };
}
