import type { ActionWith, AnswerOf } from "@airlock/contract";
import { useQuery, type UseQueryOptions, type UseQueryResult } from "@tanstack/react-query";
import { withQuery, type CallQuery } from "./calls.ts";
import { loadOptions } from "./load-options.ts";
import { useClient } from "./session/use-session.ts";

interface ResourceOptions<Name extends ActionWith<"GET">, Data> extends Omit<UseQueryOptions<AnswerOf<Name>, Error, Data>, "queryFn"> {
  /** From a link; nothing is loaded without it. */
  readonly href: string | undefined;
  readonly query?: CallQuery<Name>;
  /** Every load shows the wait indicator, and a refusal ends the session. Left out, only the first load shows it. */
  readonly isForeground?: boolean;
}

/** What a GET action returns, cached under `queryKey`. */
export function useResource<Name extends ActionWith<"GET">, Data = AnswerOf<Name>>(
  name: Name,
  { href, query, isForeground = false, enabled = true, ...options }: ResourceOptions<Name, Data>,
): UseQueryResult<Data> {
  const client = useClient();
  return useQuery({
    ...options,
    enabled: href === undefined ? false : enabled,
    queryFn: (context) => {
      const sent = isForeground ? { signal: context.signal } : loadOptions(context);
      // TypeScript cannot follow the name into the options of a generic call; `ResourceOptions` has checked the query.
      return client.get<ActionWith<"GET">>(name, withQuery(href ?? "", query), sent) as Promise<AnswerOf<Name>>;
    },
  });
}
