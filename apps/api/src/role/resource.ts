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
import { listLinks, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { RoleRow } from "./store.ts";

export function roleState(row: RoleRow): ResourceStates["role"] {
  return { code: row.code };
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
      revision: row.revision,
    },
    _links: linksOf("role", roleState(row), { roleId: row.id }, actor.permissions),
  };
}

export function roleList(actor: Actor, query: RoleQuery, page: Page<RoleRow>): List<RoleFields> {
  const self = linksOf("profile", {}, {}, actor.permissions)["allRoles"];
  const filters = query.organisationWss === undefined ? {} : { organisationWss: query.organisationWss };
  return { items: page.rows.map((row) => roleResource(actor, row)), _links: listLinks(self, query, page, filters) };
}

export function permissionList(actor: Actor): List<{ name: Permission; noun: string; sentence: string }> {
  const self = linksOf("profile", {}, {}, actor.permissions)["permissions"];
  const items = permissions.map((name) => ({ _embedded: { name, ...permissionCatalogue[name] }, _links: {} }));
  return { items, _links: self === undefined ? {} : { self } };
}
