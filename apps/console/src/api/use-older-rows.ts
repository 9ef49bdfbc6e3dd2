import type { List } from "@airlock/contract";
import { useState } from "react";
import { cacheKey } from "./cache-key.ts";
import type { ListAction, ListedBy } from "./calls.ts";
import { useAllPages } from "./use-all-pages.ts";

/**
 * The rows of a list, newest first, whose first page is polled. Rows of later pages no longer change: they are loaded when the user requests
 * them, and again only when another row moved there. The component has one list; another one needs another `key`.
 */
export function useOlderRows<Name extends ListAction>(
  name: Name,
  href: string | undefined,
  first: List<ListedBy<Name>> | undefined,
  keyOf: (row: ListedBy<Name>) => string | number,
) {
  const [isWhole, setWhole] = useState(false);
  const [shown, setShown] = useState<List<ListedBy<Name>>>();
  const next = first?._links["next"]?.href;
  const { data, error, refetch } = useAllPages(name, {
    href,
    queryKey: [...cacheKey(name, href), "with older rows", next],
    enabled: isWhole && next !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    isSilent: shown !== undefined,
  });
  if (data !== undefined && data !== shown) setShown(data);
  // While they are loaded again, and if that fails, the rows of the last time stay.
  const whole = data ?? shown;
  const isOpen = isWhole && next !== undefined;
  return {
    items: first === undefined || !isOpen || whole === undefined ? first?.items : [...first.items, ...olderThan(first, whole, keyOf)],
    /** Why the older rows could not be loaded, or not again. */
    error: isOpen ? error : null,
    /** Undefined if all rows are shown, or are being loaded. After a failure it tries again. */
    showOlder: next === undefined || (isWhole && error === null) ? undefined : () => (isWhole ? void refetch() : setWhole(true)),
  };
}

/** Either list may be newer than the other, by rows that it has more at its beginning. */
function olderThan<Fields>(first: List<Fields>, whole: List<Fields>, keyOf: (row: Fields) => string | number): List<Fields>["items"] {
  const last = first.items.at(-1);
  const at = last === undefined ? -1 : whole.items.findIndex((row) => keyOf(row._embedded) === keyOf(last._embedded));
  return whole.items.slice(at + 1);
}
