import type { List, OrganisationFields } from "@airlock/contract";
import { useMemo } from "react";
import { linkFor } from "../session/permissions.ts";
import { useClient, useProfile } from "../session/use-session.ts";
import type { ChoiceSearch } from "../table/column.ts";

/** The organisations by name, for whoever may list them. */
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
              const query = new URLSearchParams({ limit: "50", sort: "name", ...(text === "" ? {} : { search: text }) });
              const { items } = await client.request<List<OrganisationFields>>("GET", `${href}?${query}`, { signal, background: true });
              return items.map(({ _embedded: { webSafeString, name } }) => ({ value: webSafeString, label: name }));
            },
          },
    [client, href],
  );
}
