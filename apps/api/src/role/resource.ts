import {
  expandPermissions,
  linksOf,
  permissionCatalogue,
  permissions,
  type List,
  type Permission,
  type Resource,
  type ResourceStates,
  type RoleFields,
  type RoleQuery,
} from "@airlock/contract";
import { filtersOf, listLinks, pageList, wholeList, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { RoleRow } from "./store.ts";

export function roleState(row: RoleRow): ResourceStates["role"] {
  return { code: row.code, heldBeyondOwn: row.held_beyond_own };
}

export function roleResource(actor: Actor, row: RoleRow): Resource<RoleFields> {
  return {
    _embedded: {
      webSafeString: row.id,
      name: row.name,
      description: row.description,
      code: row.code,
      permissions: [...expandPermissions(row.permissions)],
      organisationWss: row.organisation_id,
      organisationName: row.organisation_name,
      users: row.users,
      revision: row.revision,
    },
    _links: linksOf("role", roleState(row), { roleId: row.id }, actor.permissions),
  };
}

export function roleList(actor: Actor, query: RoleQuery, page: Page<RoleRow>): List<RoleFields> {
  const self = linksOf("profile", {}, {}, actor.permissions)["allRoles"];
  return pageList(
    page.rows.map((row) => roleResource(actor, row)),
    page,
    listLinks(self, query, page, filtersOf(query, "organisationWss")),
  );
}

export function permissionList(actor: Actor): List<{ name: Permission; noun: string; sentence: string }> {
  const self = linksOf("profile", {}, {}, actor.permissions)["permissions"];
  const items = permissions.map((name) => ({ _embedded: { name, ...permissionCatalogue[name] }, _links: {} }));
  return wholeList(items, self);
}
