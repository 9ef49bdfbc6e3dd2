import type { DatasourceFields, List, SolutionFields } from "@airlock/contract";
import { useMemo } from "react";
import { counted } from "../format/numbers.ts";
import { linkFor } from "../session/permissions.ts";
import { useClient, useProfile } from "../session/use-session.ts";
import type { Choice, ChoiceSearch } from "../table/column.ts";

interface Listed {
  readonly solutions: SolutionFields;
  readonly datasources: DatasourceFields;
}

function useNamed<Rel extends keyof Listed>(rel: Rel, one: string, noteOf: (fields: Listed[Rel]) => string): ChoiceSearch | undefined {
  const client = useClient();
  const href = linkFor(useProfile(), rel, "GET");
  return useMemo(
    () =>
      href === undefined
        ? undefined
        : {
            one,
            many: rel,
            name: [rel, href, "choices"],
            find: async (text, signal) => {
              const query = new URLSearchParams({ limit: "50", sort: "name", ...(text === "" ? {} : { search: text }) });
              const { items } = await client.request<List<Listed[Rel]>>("GET", `${href}?${query}`, { signal, background: true });
              return items.map(({ _embedded }): Choice => ({
                value: _embedded.webSafeString,
                label: _embedded.name,
                note: noteOf(_embedded),
              }));
            },
          },
    [client, href, rel, one, noteOf],
  );
}

const solutionNote = ({ validRuntime }: SolutionFields) => (validRuntime ? "Valid" : "Not valid");
const datasourceNote = ({ recordCount, status }: DatasourceFields) =>
  status === "ready" ? (recordCount === null ? "Not counted" : counted(recordCount, "record")) : status;

export const useSolutionSearch = () => useNamed("solutions", "solution", solutionNote);
export const useDatasourceSearch = () => useNamed("datasources", "datasource", datasourceNote);
