import type { List } from "@airlock/contract";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { cacheKey } from "./cache-key.ts";
import type { ListAction, ListedBy } from "./calls.ts";
import { useAllPages } from "./use-all-pages.ts";

/**
 * The rows of a list, newest first, whose first page is loaded again and again. Rows behind it no longer change: they are loaded when the user
 * requests them, and again only when another row moved there.
 */
export function useOlderRows<Name extends ListAction>(name: Name, href: string | undefined, first: List<ListedBy<Name>> | undefined) {
  const [isWhole, setWhole] = useState(false);
  const next = first?._links["next"]?.href;
  const { data: whole } = useAllPages(name, {
    href,
    queryKey: [...cacheKey(name, href), "with older rows", next],
    enabled: isWhole && next !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  const isOpen = isWhole && next !== undefined && whole !== undefined;
  return {
    items: first === undefined || !isOpen ? first?.items : [...first.items, ...whole.items.slice(first.items.length)],
    /** Undefined if all rows are shown, or are being loaded. */
    showOlder: next === undefined || isWhole ? undefined : () => setWhole(true),
  };
}
