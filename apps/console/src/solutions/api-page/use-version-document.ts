import type { Resource, VersionFields } from "@airlock/contract";
import { linkFor } from "../../api/session/permissions.ts";
import { useResource } from "../../api/use-resource.ts";
import { readDocument } from "./read-document.ts";

/** The version's OpenAPI document: unchanged for the download, and parsed for the page. */
export function useVersionDocument(version: Resource<VersionFields>) {
  const href = linkFor(version, "openapi", "GET");
  const { data, error, refetch } = useResource("version.openapi", {
    href,
    isForeground: true,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { href, data, error, retry: () => void refetch(), document: data === undefined ? undefined : readDocument(data) };
}
