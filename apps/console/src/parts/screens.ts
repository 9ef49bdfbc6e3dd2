import type { IconName } from "../ui/icons/icon.tsx";
import { holds } from "../api/session/permissions.ts";
import type { Needed } from "../api/session/permissions.ts";
import type { Profile } from "../api/session/session.ts";

type ScreenGroup = "decide" | "learn" | "manage";

export const groupTitles: Readonly<Record<ScreenGroup, string>> = { decide: "Decide", learn: "Learn", manage: "Manage" };

export interface Screen {
  readonly title: string;
  readonly path: string;
  readonly icon: IconName;
  readonly needs: Needed;
  /** The heading in the menu; Dashboard is above all of them. */
  readonly group?: ScreenGroup;
}

/** Every screen of the menu that exists, in the order of the menu. A screen is added here when its route is. */
export const screens: readonly Screen[] = [
  { title: "Dashboard", path: "/admin", icon: "dashboard", needs: "PERMISSION_NONE" },
  { title: "Solutions", path: "/admin/solutions", icon: "solutions", needs: "solutions.list", group: "decide" },
  { title: "Lists", path: "/admin/lists", icon: "lists", needs: "list.read", group: "decide" },
  { title: "Executions", path: "/admin/executions", icon: "executions", needs: "executions.list", group: "decide" },
  { title: "Requests", path: "/admin/requests", icon: "api", needs: "executions.list", group: "decide" },
  { title: "Monitors", path: "/admin/monitors", icon: "bell", needs: "versions.list", group: "decide" },
  { title: "Predictions", path: "/admin/predictions/configs", icon: "predictions", needs: "predictions.list", group: "learn" },
  { title: "Experiments", path: "/admin/experiments/configs", icon: "experiments", needs: "experiments.list", group: "learn" },
  { title: "Datasources", path: "/admin/datasources", icon: "datasources", needs: "datasources.list", group: "learn" },
  { title: "Users", path: "/admin/users", icon: "users", needs: "users.list", group: "manage" },
  { title: "Roles", path: "/admin/roles", icon: "roles", needs: "allRoles.list", group: "manage" },
  { title: "Groups", path: "/admin/groups", icon: "groups", needs: "groups.list", group: "manage" },
  { title: "Secrets", path: "/admin/secrets", icon: "key", needs: "secrets.list", group: "manage" },
  { title: "Organisations", path: "/admin/organisations", icon: "organisations", needs: "organisations.list", group: "manage" },
  { title: "Audit", path: "/admin/audit", icon: "file", needs: "audit.list", group: "manage" },
];

const groups: readonly (ScreenGroup | undefined)[] = [undefined, "decide", "learn", "manage"];

export interface MenuSection {
  readonly group: ScreenGroup | undefined;
  readonly screens: readonly Screen[];
}

/** What this user sees; a group without a screen is left out. */
export function menuFor(profile: Profile, all: readonly Screen[] = screens): readonly MenuSection[] {
  const allowed = all.filter((screen) => holds(profile, screen.needs));
  return groups
    .map((group) => ({ group, screens: allowed.filter((screen) => screen.group === group) }))
    .filter((section) => section.screens.length > 0);
}
