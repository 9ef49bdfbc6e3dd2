import { linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { useAllPages } from "../api/use-all-pages.ts";
import type { RoleChoice } from "./role-changes.ts";
import type { User } from "./use-users.ts";

/** All roles of an organisation; nothing for users who may not list them. */
export function useRolesOf(organisationWss: string | undefined) {
  const href = linkFor(useProfile(), "allRoles", "GET");
  return useAllPages("allRoles.list", {
    queryKey: ["roles", href, "of", organisationWss],
    href,
    enabled: organisationWss !== undefined,
    query: { organisationWss },
    isForeground: true,
    select: ({ items }): readonly RoleChoice[] =>
      items.map(({ _embedded: { webSafeString: id, name, description, permissions } }) => ({ id, name, description, permissions })),
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
