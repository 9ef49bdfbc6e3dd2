import type { ActionWith, AnswerOf } from "@airlock/contract";
import { useQuery, type QueryKey, type UseQueryOptions, type UseQueryResult } from "@tanstack/react-query";
import { withQuery, type CallQuery } from "./calls.ts";
import { cacheKey } from "./cache-key.ts";
import { loadOptions, type LoadKind } from "./load-options.ts";
import { useClient } from "./session/use-session.ts";

/** What a query of one action can be given. */
export interface LoadingOptions<Answer, Data> extends Omit<UseQueryOptions<Answer, Error, Data>, "queryFn" | "queryKey">, LoadKind {
  /** From a link; nothing is loaded without it. */
  readonly href: string | undefined;
  /** Left out, the key of the action with this address and query. */
  readonly queryKey?: QueryKey;
}

interface ResourceOptions<Name extends ActionWith<"GET">, Data> extends LoadingOptions<AnswerOf<Name>, Data> {
  readonly query?: CallQuery<Name>;
}

/** What a GET action returns. */
export function useResource<Name extends ActionWith<"GET">, Data = AnswerOf<Name>>(
  name: Name,
  {
    href,
    query,
    isForeground = false,
    isSilent = false,
    enabled = true,
    queryKey = cacheKey(name, href, query),
    ...options
  }: ResourceOptions<Name, Data>,
): UseQueryResult<Data> {
  const client = useClient();
  return useQuery({
    ...options,
    queryKey,
    enabled: href === undefined ? false : enabled,
    // TypeScript cannot follow the name into the options of a generic call; `ResourceOptions` has checked the query.
    queryFn: (context) =>
      client.get<ActionWith<"GET">>(name, withQuery(href ?? "", query), loadOptions(context, { isForeground, isSilent })) as Promise<
        AnswerOf<Name>
      >,
  });
}
