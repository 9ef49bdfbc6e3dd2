import type { ExperimentFields, ExperimentResultFields, List, Resource } from "@airlock/contract";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isUnderWay } from "./result-status.tsx";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient } from "../../api/session/use-session.ts";
import { firstPage, type TableSearch } from "../../parts/list-page/table-search.ts";
import { cursorOf, listAddress, totalText } from "../../parts/list-page/use-list.ts";
import { useRecords } from "../../parts/list-page/editing/use-records.ts";

export type ExperimentResult = Resource<ExperimentResultFields>;

const busyMillis = 700;
const idleMillis = 10_000;

/** The results of an experiment, newest first; live while one is in progress. */
export function useResults(experiment: Resource<ExperimentFields>) {
  const client = useClient();
  const messages = useMessages();
  const queries = useQueryClient();
  const { doing } = useRecords(["experiment results", "experiments"]);
  const href = linkFor(experiment, "results", "GET");
  const [search, setSearch] = useState<TableSearch>({});
  const [starts, setStarts] = useState<readonly (string | undefined)[]>([undefined]);
  const after = starts.at(-1);
  const queryKey = ["experiment results", href, search.size, after];
  const query = useQuery<List<ExperimentResultFields>>({
    queryKey,
    enabled: href !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ _embedded }) => isUnderWay(_embedded.status)) === true ? busyMillis : idleMillis,
    queryFn: ({ signal }) => {
      const background = queries.getQueryData(queryKey) !== undefined;
      return client.list("experiment.results.list", listAddress(href ?? "", search, { after }), { signal, background });
    },
  });
  const next = query.data && !query.isPlaceholderData ? cursorOf(query.data) : undefined;
  return {
    mayRead: href !== undefined,
    items: query.data?.items ?? [],
    isRead: query.data !== undefined,
    /** When the shown page was loaded. */
    seenAt: query.dataUpdatedAt,
    total: query.data && totalText(query.data._embedded),
    error: query.data === undefined ? query.error : null,
    retry: () => void query.refetch(),
    search: { ...search, page: starts.length },
    onSearch: (change: TableSearch) => {
      setSearch(firstPage(change));
      setStarts([undefined]);
    },
    previous: starts.length > 1 ? () => setStarts(starts.slice(0, -1)) : undefined,
    next: next === undefined ? undefined : () => setStarts([...starts, next]),
    cancel: (result: ExperimentResult) =>
      doing(async () => {
        await client.put("experimentResult.cancel", linkFor(result, "cancel", "PUT") ?? "");
        messages.success("Run cancelled");
      }),
  };
}
export type Results = ReturnType<typeof useResults>;
