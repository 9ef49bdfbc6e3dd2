import type { Resource, VersionFields } from "@airlock/contract";
import { linkFor } from "../../api/session/permissions.ts";
import { useResource } from "../../api/use-resource.ts";

/** What a version was frozen with, read once: it never changes. */
export function useFrozenDefinition(version: Resource<VersionFields> | undefined) {
  const href = linkFor(version, "definition", "GET");
  return useResource("version.definition", {
    queryKey: ["definition", href],
    href,
    isForeground: true,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
