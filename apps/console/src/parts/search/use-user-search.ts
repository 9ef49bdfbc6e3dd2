import { useMemo } from "react";
import { fullName } from "../../ui/format/initials.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";
import type { ChoiceSearch } from "../list-page/column.ts";

/** Finds users by name or email address. Undefined for users who may not list users. */
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
              const query = { limit: 20, search: text === "" ? undefined : text };
              const { items } = await client.get("users.list", href, { query, signal, background: true, waited: true });
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
