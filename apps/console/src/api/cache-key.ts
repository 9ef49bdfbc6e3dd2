import type { ActionWith } from "@airlock/contract";
import type { QueryKey } from "@tanstack/react-query";

/** The cache key of the response to a GET action. Without an address it matches every response of the action, which is what a change invalidates. */
export function cacheKey(name: ActionWith<"GET">, href?: string, query?: object): QueryKey {
  if (href === undefined) return [name];
  return query === undefined ? [name, href] : [name, href, query];
}
