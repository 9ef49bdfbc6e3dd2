import { useState } from "react";
import { linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { useResource } from "../api/use-resource.ts";
import type { SetLine } from "./set-changes.ts";
import { SetDialog } from "./set-dialog.tsx";
import { nameOf } from "./use-groups.ts";
import type { Group } from "./use-groups.ts";

interface GroupRolesDialogProps {
  readonly group: Group;
  readonly onClose: () => void;
}

/** What a group gives to its members. For whoever may not list roles, those that it has. */
export function GroupRolesDialog({ group, onClose }: GroupRolesDialogProps) {
  const profile = useProfile();
  const href = linkFor(profile, "allRoles", "GET");
  const { organisationWss, roles } = group._embedded;
  const [flipped, setFlipped] = useState<ReadonlySet<string>>(new Set());
  const query = useResource("allRoles.list", {
    queryKey: ["roles", href, "for groups", organisationWss],
    href,
    query: { limit: 500, organisationWss },
    isForeground: true,
  });
  const link = group._links["role"];
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
      noun="role"
      lines={href === undefined ? known : listed}
      error={query.error}
      onRetry={() => void query.refetch()}
      flipped={flipped}
      onFlip={setFlipped}
      hrefOf={link?.allow.includes("POST") ? (key) => link.href.replace("{roleId}", encodeURIComponent(key)) : undefined}
      none="The organisation has no roles yet. Add one under Roles first."
      onClose={onClose}
    />
  );
}
