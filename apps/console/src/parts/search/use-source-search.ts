import type { DatasourceFields, SolutionFields } from "@airlock/contract";
import { useMemo } from "react";
import { withQuery, type ListedBy } from "../../api/calls.ts";
import { counted } from "../../ui/format/numbers.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";
import type { Choice, ChoiceSearch } from "../list-page/column.ts";

type SourceList = "solutions.list" | "datasources.list";

function useNamed<Name extends SourceList>(
  action: Name,
  rel: "solutions" | "datasources",
  one: string,
  choiceOf: (fields: ListedBy<Name>) => Choice,
): ChoiceSearch | undefined {
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
              const address = withQuery(href, { limit: 50, sort: "name", search: text === "" ? undefined : text });
              const { items } = await client.list(action, address, { signal, background: true, waited: true });
              return items.map(({ _embedded }) => choiceOf(_embedded));
            },
          },
    [action, client, href, rel, one, choiceOf],
  );
}

const solutionChoice = ({ webSafeString, name, validRuntime }: SolutionFields): Choice => ({
  value: webSafeString,
  label: name,
  note: validRuntime ? "Valid" : "Not valid",
});
const datasourceChoice = ({ webSafeString, name, recordCount, status }: DatasourceFields): Choice => ({
  value: webSafeString,
  label: name,
  note: status === "ready" ? (recordCount === null ? "Not counted" : counted(recordCount, "record")) : status,
});

export const useSolutionSearch = () => useNamed("solutions.list", "solutions", "solution", solutionChoice);
export const useDatasourceSearch = () => useNamed("datasources.list", "datasources", "datasource", datasourceChoice);
