import { useMemo } from "react";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";
import type { ChoiceSearch } from "../list-page/column.ts";

/** The API's value for no group. */
export const noGroup = { value: "null", label: "No group" };

/** Finds groups by name, plus the choice of no group. Undefined for users who may not list groups. */
export function useGroupSearch(): ChoiceSearch | undefined {
  const client = useClient();
  const href = linkFor(useProfile(), "groups", "GET");
  return useMemo(
    () =>
      href === undefined
        ? undefined
        : {
            one: "group",
            many: "groups",
            name: ["groups", href, "choices"],
            find: async (text, signal) => {
              const query = { limit: 50, sort: "name", search: text === "" ? undefined : text };
              const { items } = await client.get("groups.list", href, { query, signal, background: true, waited: true });
              const groups = items.map(({ _embedded: { webSafeString, name } }) => ({ value: webSafeString, label: name }));
              return noGroup.label.toLowerCase().includes(text.toLowerCase()) ? [noGroup, ...groups] : groups;
            },
          },
    [client, href],
  );
}
