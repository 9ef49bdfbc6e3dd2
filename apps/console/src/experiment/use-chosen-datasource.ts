import type { DatasourceFields, DatasourceMetadata, Resource } from "@airlock/contract";
import { useQuery } from "@tanstack/react-query";
import { linkFor } from "../session/permissions.ts";
import { useClient, useProfile } from "../session/use-session.ts";
import type { SourceColumn } from "./mapping.ts";

/** The chosen datasource: its fields, and the first values of each. */
export function useChosenDatasource(id: string | undefined) {
  const client = useClient();
  const list = linkFor(useProfile(), "datasources", "GET");
  const read = useQuery({
    queryKey: ["datasources", "chosen", list, id],
    enabled: list !== undefined && id !== undefined,
    queryFn: ({ signal }) => client.request<Resource<DatasourceFields>>("GET", `${list}/${encodeURIComponent(id ?? "")}`, { signal }),
  });
  const fields = id === undefined ? undefined : read.data?._embedded;
  const href = linkFor(read.data, "metadata", "GET");
  const metadata = useQuery({
    queryKey: ["datasources", "metadata", href],
    enabled: href !== undefined && fields?.status === "ready",
    queryFn: ({ signal }) => client.request<Resource<DatasourceMetadata>>("GET", href ?? "", { signal, background: true }),
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
  return {
    mayRead: list !== undefined,
    fields,
    columns,
    /** Where its metadata is, for what reading a table that stays elsewhere takes. */
    metadataHref: href,
    firstValues,
    error: read.error,
    refresh: () => Promise.all([read.refetch(), ...(href === undefined ? [] : [metadata.refetch()])]),
  };
}
