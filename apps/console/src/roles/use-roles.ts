import { permissionCatalogue, permissions } from "@airlock/contract/permissions";
import type { Resource, RoleFields } from "@airlock/contract";
import { useMemo } from "react";
import { useMessages } from "../ui/messages/use-messages.ts";
import { linkFor } from "../api/session/permissions.ts";
import { useClient, useProfile } from "../api/session/use-session.ts";
import { useResource } from "../api/use-resource.ts";
import type { AddedFields } from "../parts/list-page/add-dialog.tsx";
import { useRecords } from "../parts/list-page/editing/use-records.ts";
import type { PermissionEntry } from "./permission-matrix.ts";

export type Role = Resource<RoleFields>;

/** The lists that a change of a role may be seen in. */
export const roleLists = ["roles", "users", "groups"] as const;

export function useRoleActions() {
  const client = useClient();
  const messages = useMessages();
  const { doing, sending, saver } = useRecords(roleLists);
  return {
    saver,
    doing,
    add: (href: string, fields: AddedFields) =>
      sending(async () => {
        await client.post("allRoles.create", href, { body: { ...fields, permissions: [] } });
        messages.success("Role added");
      }),
  };
}

const ownCatalogue: readonly PermissionEntry[] = permissions.map((name) => ({ name, ...permissionCatalogue[name] }));

/** What a role can carry: as the api lists it, or as this console was built with for those who may not list it. */
export function useCatalogue(): readonly PermissionEntry[] {
  const href = linkFor(useProfile(), "permissions", "GET");
  const { data } = useResource("permissions.list", { href, staleTime: Infinity });
  return useMemo(() => data?.items.map((item) => item._embedded) ?? ownCatalogue, [data]);
}
