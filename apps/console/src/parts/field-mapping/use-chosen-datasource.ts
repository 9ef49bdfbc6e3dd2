import { itemAddress } from "../../api/calls.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import { useResource } from "../../api/use-resource.ts";
import type { SourceColumn } from "./mapping.ts";

/** The chosen datasource: its fields, and the first values of each. */
export function useChosenDatasource(id: string | undefined) {
  const list = linkFor(useProfile(), "datasources", "GET");
  const read = useResource("datasource.read", {
    queryKey: ["datasources", "chosen", list, id],
    href: itemAddress(list, id),
    isForeground: true,
  });
  const fields = id === undefined ? undefined : read.data?._embedded;
  const href = linkFor(read.data, "metadata", "GET");
  const metadata = useResource("datasource.metadata", {
    queryKey: ["datasources", "metadata", href],
    href,
    enabled: fields?.status === "ready",
  });
  const selected = new Set(fields?.selectedColumns);
  const columns: readonly SourceColumn[] | undefined = fields?.columns.filter(({ name }) => selected.size === 0 || selected.has(name));
  const firstValues = (name: string): string | undefined => {
    const at = metadata.data?._embedded.columns.findIndex((column) => column.name === name) ?? -1;
    if (at < 0) return undefined;
    return metadata.data?._embedded.records
      .slice(0, 3)
      .map((record) => record[at] ?? "missing")
      .join(", ");
  };
  const profileOf = (name: string) => metadata.data?._embedded.columns.find((column) => column.name === name)?.profile ?? undefined;
  return {
    mayRead: list !== undefined,
    fields,
    columns,
    /** Where its metadata is, for what reading a table that stays elsewhere takes. */
    metadataHref: href,
    firstValues,
    /** Undefined until it is read, and of a table that stays elsewhere. */
    profileOf,
    error: read.error,
    refresh: () => Promise.all([read.refetch(), ...(href === undefined ? [] : [metadata.refetch()])]),
  };
}
