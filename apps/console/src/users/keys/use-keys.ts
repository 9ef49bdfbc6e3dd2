import type { KeyCreate, KeyFields, List, Resource } from "@airlock/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { tellProblem } from "../../api/tell-problem.ts";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient } from "../../api/session/use-session.ts";

export type Key = Resource<KeyFields>;
/** The only answer that holds the secret. It is kept by the open dialog and nowhere else. */
export type CreatedKey = Resource<KeyFields & { readonly secret: string }>;

/** The last use of a key moves while someone looks. */
const liveMillis = 10_000;

export function useKeys(href: string | undefined) {
  const client = useClient();
  const messages = useMessages();
  const queries = useQueryClient();
  const queryKey = ["keys", href];
  const list = useQuery({
    queryKey,
    enabled: href !== undefined,
    refetchInterval: liveMillis,
    queryFn: ({ signal }) => {
      const background = queries.getQueryData(queryKey) !== undefined;
      return client.request<List<KeyFields>>("GET", href ?? "", { signal, background });
    },
  });
  const doing = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work();
    } catch (error) {
      tellProblem(messages, error);
      return undefined;
    } finally {
      await queries.invalidateQueries({ queryKey });
    }
  };
  return {
    list,
    create: (at: string, fields: KeyCreate) => doing(() => client.request<CreatedKey>("POST", at, { body: fields })),
    revoke: (key: Key) =>
      doing(async () => {
        const at = linkFor(key, "self", "DELETE");
        if (at === undefined) return;
        await client.request("DELETE", at);
        messages.success(`${key._embedded.name} is revoked`);
      }),
  };
}
