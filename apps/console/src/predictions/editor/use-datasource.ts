import type { DatasourceFields, DatasourceMetadata, Resource } from "@airlock/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { shortDate } from "../../ui/format/dates.ts";
import { counted } from "../../ui/format/numbers.ts";
import { itemAddress } from "../../api/calls.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";
import type { ChoiceSearch } from "../../parts/list-page/column.ts";

type Datasource = Resource<DatasourceFields>;

/** What it is chosen for: rows to learn from may stay in BigQuery, imported ones are held here. */
export type DatasourceUse = "events" | "rows" | "imported";

/** The datasources by name. Only predictive-analytics ones can be the events datasource. */
export function useDatasourceSearch(use: DatasourceUse): ChoiceSearch | undefined {
  const client = useClient();
  const href = linkFor(useProfile(), "datasources", "GET");
  return useMemo(
    () =>
      href === undefined
        ? undefined
        : {
            one: "datasource",
            many: "datasources",
            name: ["datasources", href, "choices", use],
            find: async (text, signal) => {
              const query = { sort: "name", search: text === "" ? undefined : text };
              const { items } = await client.all("datasources.list", href, { query, signal, background: true, waited: true });
              return items
                .filter(({ _embedded }) => _embedded.status === "ready" && suits(_embedded, use))
                .map(({ _embedded: { webSafeString, name, recordCount, columns, createdDate } }) => ({
                  value: webSafeString,
                  label: name,
                  note: [
                    counted(columns.length, "column"),
                    ...(recordCount === null ? [] : [counted(recordCount, "record")]),
                    `added ${shortDate(createdDate)}`,
                  ].join(", "),
                }));
            },
          },
    [client, href, use],
  );
}

function suits({ type, tableType }: DatasourceFields, use: DatasourceUse): boolean {
  if (use === "events") return tableType === "predictiveAnalytics";
  return use === "rows" || type === "LinkedStorage";
}

/** One datasource by its id, with the profiles of its columns; both are loaded once. */
export function useDatasource(webSafeString: string | null) {
  const read = useDatasourceReader();
  const { data, error, isPending } = useQuery({
    queryKey: ["datasources", "one", webSafeString],
    enabled: webSafeString !== null && read !== undefined,
    retry: false,
    queryFn: ({ signal }) => read?.one(webSafeString ?? "", signal) ?? Promise.reject(new Error("No access to datasources")),
  });
  const metadata = useQuery({
    queryKey: ["datasources", "metadata", webSafeString],
    enabled: data !== undefined && read !== undefined,
    retry: false,
    staleTime: 60_000,
    queryFn: async ({ signal }) => (data === undefined ? null : ((await read?.metadata(data, signal)) ?? null)),
  });
  return {
    datasource: data,
    metadata: metadata.data ?? undefined,
    isLoading: webSafeString !== null && read !== undefined && isPending,
    /** It was deleted, or this person may not see it. */
    isGone: error !== null || (webSafeString !== null && read === undefined),
  };
}

export interface DatasourceReader {
  readonly one: (webSafeString: string, signal?: AbortSignal) => Promise<Datasource>;
  /** Undefined where nothing is known of the columns. */
  readonly metadata: (datasource: Datasource, signal?: AbortSignal) => Promise<DatasourceMetadata | undefined>;
}

export function useDatasourceReader(): DatasourceReader | undefined {
  const client = useClient();
  const queries = useQueryClient();
  const href = linkFor(useProfile(), "datasources", "GET");
  return useMemo(
    () =>
      href === undefined
        ? undefined
        : {
            one: (webSafeString, signal) =>
              client.get("datasource.read", itemAddress(href, webSafeString) ?? "", {
                background: true,
                waited: true,
                ...(signal === undefined ? {} : { signal }),
              }),
            metadata: async (datasource, signal) => {
              const link = linkFor(datasource, "metadata", "GET");
              if (link === undefined) return undefined;
              const answer = await client.get("datasource.metadata", link, {
                background: true,
                waited: true,
                ...(signal === undefined ? {} : { signal }),
              });
              queries.setQueryData(["datasources", "metadata", datasource._embedded.webSafeString], answer._embedded);
              return answer._embedded;
            },
          },
    [client, href, queries],
  );
}
