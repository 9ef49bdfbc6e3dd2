import { holds, linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { useAllPages } from "../api/use-all-pages.ts";
import { useRolesOf } from "./use-role-choices.ts";

export interface GivenChoice {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** It allows more than the user's own roles do, so the user cannot give it. */
  readonly beyond: boolean;
}

/** What an invitation into an organisation can carry. Undefined where this user may not give it, or while it is loading. */
export function useGivenChoices(organisationWss: string | undefined) {
  const profile = useProfile();
  const own = new Set<string>(profile._embedded.permissions);
  const roles = useRolesOf(organisationWss);
  const href = holds(profile, "group.update") ? linkFor(profile, "groups", "GET") : undefined;
  const groups = useAllPages("groups.list", {
    queryKey: ["groups", href, "of", organisationWss],
    href,
    enabled: organisationWss !== undefined,
    query: { organisationWss },
  });
  const beyondRoles = new Set<string>();
  const roleChoices = roles.data?.map((role): GivenChoice => {
    const beyond = role.permissions?.some((permission) => !own.has(permission)) ?? true;
    if (beyond) beyondRoles.add(role.id);
    return { ...role, beyond };
  });
  return {
    roles: holds(profile, "user.update") ? roleChoices : undefined,
    groups: groups.data?.items.map(({ _embedded: { webSafeString: id, name, description, roles: given } }): GivenChoice => ({
      id,
      name,
      description,
      beyond: given.some((role) => beyondRoles.has(role.webSafeString)),
    })),
  };
}
