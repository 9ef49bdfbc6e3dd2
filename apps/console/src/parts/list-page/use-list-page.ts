import type { Resource } from "@airlock/contract";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { ListAction, ListedBy } from "../../api/calls.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import type { Column } from "./column.ts";
import { downloadText } from "./csv.ts";
import { filtersOf, type TableSearch } from "./table-search.ts";
import { useDeletion } from "./use-deletion.ts";
import { useExport } from "./use-export.ts";
import { useList, type ListOptions } from "./use-list.ts";
import { useOwnSearch } from "./use-own-search.ts";

interface ListPageOptions<Action extends ListAction, Filter extends string> extends Pick<
  ListOptions<ListedBy<Action>>,
  "refreshMillis" | "refreshWhile"
> {
  readonly href: string;
  /** Its own name in the query cache, then those of other lists that a deletion changes. */
  readonly lists: readonly [string, ...string[]];
  /** The link of the profile that rows are created at. */
  readonly rel: string;
  /** Filters of this list in the URL. */
  readonly filterNames?: readonly Filter[];
}

/** A page with one list: its state in the URL, its rows, its CSV file, and whether the dialog for a new row is open. */
export function useListPage<Action extends ListAction, Filter extends string = never>(
  action: Action,
  { href, lists, rel, filterNames = [], ...refresh }: ListPageOptions<Action, Filter>,
) {
  // The route of the page validates it as such; which route it is does not matter here.
  const search = useSearch({ strict: false }) as TableSearch;
  const onSearch = useOwnSearch();
  const filters = filtersOf(search, filterNames);
  const list = useList(action, { name: lists[0], href, search, onSearch, filters, ...refresh });
  const deletion = useDeletion(lists);
  const exportAll = useExport(action, href, search, filters);
  const [isAdding, setAdding] = useState(false);
  const create = linkFor(useProfile(), rel, "POST");
  const onAdd = create === undefined ? undefined : () => setAdding(true);
  return {
    search,
    onSearch,
    filters,
    deletion,
    /** What the table takes as it is. */
    table: { list, gone: deletion.gone, onAdd },
    /** Where a row is created; undefined while the dialog is closed. */
    createAt: isAdding ? create : undefined,
    stopAdding: () => setAdding(false),
    exportTo: (fileName: string, columns: readonly Column<Resource<ListedBy<Action>>>[]) =>
      void exportAll(columns, (text) => downloadText(fileName, text)),
  };
}
