import { useState } from "react";
import { call } from "../api/call.ts";
import { linkFor } from "../api/session/permissions.ts";
import { useClient, useProfile } from "../api/session/use-session.ts";
import { useAllPages } from "../api/use-all-pages.ts";
import type { SetChange, SetLine } from "./set-changes.ts";
import { SetDialog } from "./set-dialog.tsx";
import type { Group } from "./use-groups.ts";
import { nameOf } from "../parts/list-page/row-names.ts";

interface GroupRolesDialogProps {
  readonly group: Group;
  readonly onClose: () => void;
}

/** The roles that a group grants to its members. Users who may not list roles see only those of the group. */
export function GroupRolesDialog({ group, onClose }: GroupRolesDialogProps) {
  const client = useClient();
  const profile = useProfile();
  const href = linkFor(profile, "allRoles", "GET");
  const { organisationWss, roles } = group._embedded;
  const [flipped, setFlipped] = useState<ReadonlySet<string>>(new Set());
  const query = useAllPages("allRoles.list", {
    queryKey: ["roles", href, "for groups", organisationWss],
    href,
    query: { organisationWss },
    isForeground: true,
  });
  const link = group._links["role"];
  const change = (kind: SetChange["kind"], roleId: string) =>
    call(client, kind === "add" ? "group.role.add" : "group.role.remove", group, { values: { roleId } });
  const fixed =
    link === undefined || link.allow.includes("DELETE")
      ? {}
      : { fixed: "A member holds permissions that you do not hold, so you cannot remove it." };
  const own = new Set<string>(profile._embedded.permissions);
  const held = new Set(roles.map((role) => role.webSafeString));
  const listed = query.data?.items.map(({ _embedded: { webSafeString: key, name, description, permissions } }): SetLine => ({
    key,
    name,
    note: description,
    held: held.has(key),
    ...fixed,
    ...(permissions.every((permission) => own.has(permission))
      ? {}
      : { barred: "It allows more than your own roles do, so you cannot give it." }),
  }));
  const known = roles.map((role): SetLine => ({ key: role.webSafeString, name: role.name, note: role.code, held: true, ...fixed }));
  return (
    <SetDialog
      title={`Roles of ${nameOf(group)}`}
      subtitle="Every member may do what any of these roles allows."
      noun={{ one: "role", many: "roles" }}
      lines={href === undefined ? known : listed}
      error={query.error}
      onRetry={() => void query.refetch()}
      flipped={flipped}
      onFlip={setFlipped}
      onChange={link?.allow.includes("POST") ? change : undefined}
      none="The organisation has no roles yet. Add one under Roles first."
      onClose={onClose}
    />
  );
}
