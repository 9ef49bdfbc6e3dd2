import type { DatasourceFields, Resource } from "@airlock/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { tellProblem } from "../api/tell-problem.ts";
import { useMessages } from "../ui/messages/use-messages.ts";
import { counted } from "../ui/format/numbers.ts";
import { cacheKey } from "../api/cache-key.ts";
import { linkFor } from "../api/session/permissions.ts";
import { useClient } from "../api/session/use-session.ts";
import { keyOf, nameOf } from "../parts/list-page/row-names.ts";

export type Datasource = Resource<DatasourceFields>;

/** The lists that a change of a datasource may be seen in. */
export const datasourceLists = ["datasources"] as const;

export interface Counting {
  readonly isCounting: (datasource: Datasource) => boolean;
  readonly count: (datasource: Datasource) => void;
}

/** Counts the rows of datasources again; several counts may run at the same time. */
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
          const { _embedded } = await client.get("datasource.count", href);
          await queries.invalidateQueries({ queryKey: [datasourceLists[0]] });
          messages.success(`${nameOf(datasource)} counted: ${counted(_embedded.recordCount, "record")}`);
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

/** Cancels the import of a datasource from its row. Undefined for one that is not being imported, or for users who may not. */
export function useCancelImport(): (datasource: Datasource) => (() => void) | undefined {
  const client = useClient();
  const messages = useMessages();
  const queries = useQueryClient();
  return (datasource) => {
    const href = linkFor(datasource, "import", "GET");
    if (href === undefined || datasource._embedded.status !== "importing") return undefined;
    return () => {
      void (async () => {
        try {
          const cancel = linkFor(await client.get("import.read", href), "cancel", "PUT");
          // Without the link it has ended meanwhile.
          if (cancel !== undefined) await client.put("import.cancel", cancel);
        } catch (error) {
          tellProblem(messages, error);
        } finally {
          await queries.invalidateQueries({ queryKey: [datasourceLists[0]] });
          await queries.invalidateQueries({ queryKey: cacheKey("import.read") });
        }
      })();
    };
  };
}
