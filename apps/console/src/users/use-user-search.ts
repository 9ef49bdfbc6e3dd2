import type { List, UserFields } from "@airlock/contract";
import { useMemo } from "react";
import { fullName } from "../format/initials.ts";
import { linkFor } from "../session/permissions.ts";
import { useClient, useProfile } from "../session/use-session.ts";
import type { ChoiceSearch } from "../table/column.ts";

/** The users by name or address, for whoever may list them. */
export function useUserSearch(): ChoiceSearch | undefined {
  const client = useClient();
  const href = linkFor(useProfile(), "users", "GET");
  return useMemo(
    () =>
      href === undefined
        ? undefined
        : {
            one: "user",
            many: "users",
            name: ["users", href, "choices"],
            find: async (text, signal) => {
              const query = new URLSearchParams({ limit: "20", ...(text === "" ? {} : { search: text }) });
              const { items } = await client.request<List<UserFields>>("GET", `${href}?${query}`, { signal, background: true });
              return items.map(({ _embedded: { webSafeString, firstName, name, emailAddress } }) => ({
                value: webSafeString,
                label: fullName(firstName, name),
                note: emailAddress,
              }));
            },
          },
    [client, href],
  );
}
