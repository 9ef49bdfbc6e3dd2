import { permissionCatalogue, permissions } from "@airlock/contract/permissions";
import type { List, Resource, RoleFields } from "@airlock/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useMessages } from "../messages/use-messages.ts";
import { linkFor } from "../session/permissions.ts";
import { useClient, useProfile } from "../session/use-session.ts";
import { useRecords } from "../table/use-records.ts";
import type { PermissionEntry } from "./permission-matrix.ts";

export type Role = Resource<RoleFields>;

/** The lists that a change of a role may be seen in. */
export const roleLists = ["roles", "users", "groups"] as const;

export function useRoleActions() {
  const client = useClient();
  const messages = useMessages();
  const { doing, saver } = useRecords(roleLists);
  return {
    saver,
    doing,
    add: (href: string) =>
      doing(async () => {
        const made = await client.request<Role>("POST", href, { body: { name: "New Role", permissions: [] } });
        messages.success("Role added");
        return made;
      }),
  };
}

const ownCatalogue: readonly PermissionEntry[] = permissions.map((name) => ({ name, ...permissionCatalogue[name] }));

/** What a role can carry: as the api lists it, or as this console was built with for those who may not list it. */
export function useCatalogue(): readonly PermissionEntry[] {
  const client = useClient();
  const href = linkFor(useProfile(), "permissions", "GET");
  const { data } = useQuery({
    queryKey: ["permissions", href],
    enabled: href !== undefined,
    staleTime: Infinity,
    queryFn: ({ signal }) => client.request<List<PermissionEntry>>("GET", href ?? "", { signal, background: true }),
  });
  return useMemo(() => data?.items.map((item) => item._embedded) ?? ownCatalogue, [data]);
}
