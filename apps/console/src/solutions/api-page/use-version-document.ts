import type { Resource, VersionFields } from "@airlock/contract";
import { useQuery } from "@tanstack/react-query";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient } from "../../api/session/use-session.ts";
import { readDocument } from "./read-document.ts";

/** The version's OpenAPI document: as it is for the file, and read for people. */
export function useVersionDocument(version: Resource<VersionFields>) {
  const client = useClient();
  const href = linkFor(version, "openapi", "GET");
  const { data, error, refetch } = useQuery({
    queryKey: ["openapi", href],
    enabled: href !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => client.request<unknown>("GET", href ?? "", { signal }),
  });
  return { href, data, error, retry: () => void refetch(), document: data === undefined ? undefined : readDocument(data) };
}
