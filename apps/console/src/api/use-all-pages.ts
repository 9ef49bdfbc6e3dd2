import type { List } from "@airlock/contract";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { AllOptions, ListAction, ListedBy } from "./calls.ts";
import { cacheKey } from "./cache-key.ts";
import { loadOptions } from "./load-options.ts";
import { useClient } from "./session/use-session.ts";
import type { LoadingOptions } from "./use-resource.ts";

interface AllPagesOptions<Name extends ListAction, Data> extends LoadingOptions<List<ListedBy<Name>>, Data> {
  readonly query?: AllOptions<Name>["query"];
}

/** Every row of a list, however many pages it has. For lists that a table pages through, see `useList`. */
export function useAllPages<Name extends ListAction, Data = List<ListedBy<Name>>>(
  name: Name,
  { href, query, isForeground = false, isSilent = false, enabled = true, queryKey, ...options }: AllPagesOptions<Name, Data>,
): UseQueryResult<Data> {
  const client = useClient();
  return useQuery({
    ...options,
    queryKey: queryKey ?? [...cacheKey(name, href, query), "all pages"],
    enabled: href === undefined ? false : enabled,
    queryFn: (context) =>
      client.all(name, href ?? "", {
        ...loadOptions(context, { isForeground, isSilent }),
        ...(query === undefined ? {} : { query }),
      }),
  });
}
