import type { Counted, List, Resource } from "@airlock/contract";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { withQuery, type ListAction, type ListedBy } from "../../api/calls.ts";
import { ApiProblem } from "../../api/api-problem.ts";
import { number } from "../../ui/format/numbers.ts";
import { useClient } from "../../api/session/use-session.ts";
import { defaultPageSize, firstPage, unsorted } from "./table-search.ts";
import type { TableSearch } from "./table-search.ts";

/** A list as a table shows it. */
export interface Listed<Row> {
  /** Undefined while they are loading. */
  readonly rows: readonly Row[] | undefined;
  /** The formatted total: '1,204', or 'more than 10,000' where the server stopped counting. */
  readonly total: string | undefined;
  readonly error: unknown;
  readonly retry: () => void;
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
  /** What is searched, filtered and sorted for, and where a change of it goes. */
  readonly search: TableSearch;
  readonly onSearch: (change: TableSearch) => void;
}

export interface ListOptions<Fields> {
  /** The name of the list in the query cache. */
  readonly name: string;
  readonly href: string | undefined;
  readonly search: TableSearch;
  readonly onSearch: (change: TableSearch) => void;
  readonly refreshMillis?: number;
  /** Polls only while this is true of a row; always, if left out. */
  readonly refreshWhile?: (row: Resource<Fields>) => boolean;
  /** Query parameters besides the search. */
  readonly filters?: Filters;
}

export type Filters = Readonly<Record<string, string | undefined>>;

/** The server's limit of rows per page. */
const maxRows = 500;

interface PageOptions {
  readonly after?: string | undefined;
  readonly limit?: number;
  readonly filters?: Filters | undefined;
}

export function listAddress(href: string, { size = defaultPageSize, sort, q }: TableSearch, options: PageOptions = {}): string {
  const { after, limit = size, filters = {} } = options;
  return withQuery(href, { limit, ...filters, sort, search: q, after });
}

/** Where the next page starts, out of the link to it. */
export function cursorOf(list: Pick<List<unknown>, "_links">): string | undefined {
  const next = list._links["next"]?.href;
  return next === undefined ? undefined : (new URL(next, "http://list").searchParams.get("after") ?? undefined);
}

export function totalText({ total, exact }: Counted): string {
  return exact ? number(total) : `more than ${number(total)}`;
}

/**
 * One page of a list with cursor pagination. The cursor is in the URL, so that a page survives a reload. The cursors of previous pages are
 * remembered, and computed again when the user arrived by a link.
 */
export function useList<Action extends ListAction>(
  action: Action,
  options: ListOptions<ListedBy<Action>>,
): Listed<Resource<ListedBy<Action>>> {
  const { name, href, search, onSearch, refreshMillis = false, refreshWhile, filters } = options;
  const client = useClient();
  const queries = useQueryClient();
  const { page = 1, size = defaultPageSize, sort, q, after } = search;
  const queryKey = [name, href, size, sort, q, after, filters ?? {}];
  const query = useQuery<List<ListedBy<Action>>>({
    queryKey,
    enabled: href !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      refreshWhile === undefined || data?.items.some((row) => refreshWhile(row)) === true ? refreshMillis : false,
    queryFn: ({ signal }) => {
      const background = queries.getQueryData(queryKey) !== undefined;
      return client.list(action, listAddress(href ?? "", search, { after, filters }), { signal, background });
    },
  });

  // Cursors belong to one order of one selection.
  const [starts] = useState(() => new Map<string, string>());
  const pageName = (number: number) => JSON.stringify([href, size, sort, q, filters, number]);
  useEffect(() => {
    if (after !== undefined) starts.set(pageName(page), after);
  });

  const goTo = (to: number, start: string | undefined) =>
    onSearch(start === undefined || to <= 1 ? firstPage(search) : { ...search, page: to, after: start });
  const back = async () => {
    const to = page - 1;
    const skipped = (to - 1) * size;
    const known = starts.get(pageName(to));
    if (to <= 1 || known !== undefined || skipped > maxRows) return goTo(to, known);
    const before = await client.list(action, listAddress(href ?? "", search, { limit: skipped, filters }));
    goTo(to, cursorOf(before));
  };

  const shown = query.data;
  const start = shown && !query.isPlaceholderData ? cursorOf(shown) : undefined;
  const isEmptyPage = shown !== undefined && !query.isPlaceholderData && shown.items.length === 0 && page > 1;
  const isRefused = query.error instanceof ApiProblem && query.error.status === 400;
  useEffect(() => {
    // The page is empty because its rows were deleted, or its cursor comes from an older console: return to the first page. Otherwise the list cannot
    // be sorted by this column: drop the sort.
    if (isEmptyPage || (isRefused && after !== undefined)) onSearch(firstPage(search));
    else if (isRefused && sort !== undefined) onSearch(unsorted(search));
  });

  return {
    rows: shown?.items,
    total: shown && totalText(shown._embedded),
    error: shown === undefined ? query.error : null,
    retry: () => void query.refetch(),
    previous: page > 1 ? () => void back() : undefined,
    next: start === undefined ? undefined : () => goTo(page + 1, start),
    search,
    onSearch,
  };
}
