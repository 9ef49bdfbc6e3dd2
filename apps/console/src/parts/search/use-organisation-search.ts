import { useMemo } from "react";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";
import type { ChoiceSearch } from "../list-page/column.ts";

/** Finds organisations by name. Undefined for users who may not list organisations. */
export function useOrganisationSearch(): ChoiceSearch | undefined {
  const client = useClient();
  const href = linkFor(useProfile(), "organisations", "GET");
  return useMemo(
    () =>
      href === undefined
        ? undefined
        : {
            one: "organisation",
            many: "organisations",
            name: ["organisations", href, "choices"],
            find: async (text, signal) => {
              const query = { limit: 50, sort: "name", search: text === "" ? undefined : text };
              const { items } = await client.get("organisations.list", href, { query, signal, background: true, waited: true });
              return items.map(({ _embedded: { webSafeString, name } }) => ({ value: webSafeString, label: name }));
            },
          },
    [client, href],
  );
}
