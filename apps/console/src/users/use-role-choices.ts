import type { List, RoleFields } from "@airlock/contract";
import { useQuery } from "@tanstack/react-query";
import { linkFor } from "../api/session/permissions.ts";
import { useClient, useProfile } from "../api/session/use-session.ts";
import type { RoleChoice } from "./role-changes.ts";
import type { User } from "./use-users.ts";

/** All roles of an organisation; nothing for users who may not list them. */
export function useRolesOf(organisationWss: string | undefined) {
  const client = useClient();
  const href = linkFor(useProfile(), "allRoles", "GET");
  return useQuery({
    queryKey: ["roles", href, "of", organisationWss],
    enabled: href !== undefined && organisationWss !== undefined,
    queryFn: async ({ signal }) => {
      const found: RoleChoice[] = [];
      let next: string | undefined = `${href}?${new URLSearchParams({ limit: "500", organisationWss: organisationWss ?? "" })}`;
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
}

/** The roles of the user's organisation; for users who may not list them, those that the user holds. */
export function useRoleChoices(user: User) {
  const mayList = linkFor(useProfile(), "allRoles", "GET") !== undefined;
  const { organisationWss, roles } = user._embedded;
  const query = useRolesOf(organisationWss);
  const held = roles.map(({ webSafeString: id, name }) => ({ id, name, description: "", permissions: undefined }));
  return { choices: mayList ? query.data : held, fromOrganisation: mayList, error: query.error, retry: () => void query.refetch() };
}
