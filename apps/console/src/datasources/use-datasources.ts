import type { DatasourceFields, Resource } from "@airlock/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { tellProblem } from "../messages/tell-problem.ts";
import { useMessages } from "../messages/use-messages.ts";
import { linkFor } from "../session/permissions.ts";
import { useClient } from "../session/use-session.ts";

export type Datasource = Resource<DatasourceFields>;

/** The lists that a change of a datasource may be seen in. */
export const datasourceLists = ["datasources"] as const;

export const keyOf = (datasource: Datasource) => datasource._embedded.webSafeString;
export const nameOf = (datasource: Datasource) => datasource._embedded.name;

export interface Counting {
  readonly isCounting: (datasource: Datasource) => boolean;
  readonly count: (datasource: Datasource) => void;
}

/** Counts datasources again, several at once if somebody asks for it. */
export function useCounting(): Counting {
  const client = useClient();
  const messages = useMessages();
  const queries = useQueryClient();
  const [counting, setCounting] = useState<ReadonlySet<string>>(new Set());
  const count = useCallback(
    (datasource: Datasource) => {
      const href = linkFor(datasource, "count", "GET");
      if (href === undefined) return;
      const key = keyOf(datasource);
      setCounting((now) => new Set([...now, key]));
      const run = async () => {
        try {
          await client.request("GET", href, { background: true });
          await queries.invalidateQueries({ queryKey: [datasourceLists[0]] });
        } catch (error) {
          tellProblem(messages, error);
        } finally {
          setCounting((now) => new Set([...now].filter((one) => one !== key)));
        }
      };
      void run();
    },
    [client, messages, queries],
  );
  return { isCounting: (datasource) => counting.has(keyOf(datasource)), count };
}
