import type { List, RoleFields } from "@airlock/contract";
import { useQuery } from "@tanstack/react-query";
import { linkFor } from "../session/permissions.ts";
import { useClient, useProfile } from "../session/use-session.ts";
import type { RoleChoice } from "./role-changes.ts";
import type { User } from "./use-users.ts";

/** The roles of the user's organisation; for whoever may not list them, those that the user holds. */
export function useRoleChoices(user: User) {
  const client = useClient();
  const href = linkFor(useProfile(), "allRoles", "GET");
  const { organisationWss, roles } = user._embedded;
  const query = useQuery({
    queryKey: ["roles", href, "of", organisationWss],
    enabled: href !== undefined,
    queryFn: async ({ signal }) => {
      const found: RoleChoice[] = [];
      let next: string | undefined = `${href}?${new URLSearchParams({ limit: "500", organisationWss })}`;
      while (next !== undefined) {
        const list: List<RoleFields> = await client.request("GET", next, { signal });
        found.push(
          ...list.items.map(({ _embedded: { webSafeString: id, name, description, permissions } }) => ({
            id,
            name,
            description,
            permissions,
          })),
        );
        next = list._links["next"]?.href;
      }
      return found;
    },
  });
  const held = roles.map(({ webSafeString: id, name }) => ({ id, name, description: "", permissions: undefined }));
  return { choices: href === undefined ? held : query.data, error: query.error, retry: () => void query.refetch() };
}
