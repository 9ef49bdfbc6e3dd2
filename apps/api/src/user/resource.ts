import {
  linksOf,
  type List,
  type ProfileFields,
  type Resource,
  type ResourceStates,
  type RoleSummary,
  type UserFields,
  type UserQuery,
} from "@airlock/contract";
import { filtersOf, listLinks, pageList, wholeList, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { UserRow } from "./store.ts";

export function userState(row: UserRow, actor: Actor): ResourceStates["user"] {
  return { type: row.type, userStatus: row.status, isSelf: row.id === actor.userId, beyondOwn: row.beyond_own };
}

export function userResource(actor: Actor, row: UserRow): Resource<UserFields> {
  return { _embedded: userFields(row), _links: linksOf("user", userState(row, actor), { userId: row.id }, actor.permissions) };
}

export function userList(actor: Actor, query: UserQuery, page: Page<UserRow>): List<UserFields> {
  const self = linksOf("profile", {}, {}, actor.permissions)["users"];
  return pageList(
    page.rows.map((row) => userResource(actor, row)),
    page,
    listLinks(self, query, page, filtersOf(query, "organisationWss", "type", "userStatus")),
  );
}

export function profileResource(actor: Actor, row: UserRow): Resource<ProfileFields> {
  return {
    _embedded: {
      ...userFields(row),
      permissions: [...actor.permissions],
      // Only `dashboard.update` and `profile.update` write it, after validation; the response schema validates it again.
      dashboard: row.dashboard as ProfileFields["dashboard"],
    },
    _links: linksOf("profile", {}, {}, actor.permissions),
  };
}

export function userRoleList(actor: Actor, row: UserRow): List<RoleSummary> {
  const self = linksOf("user", userState(row, actor), { userId: row.id }, actor.permissions)["roles"];
  const items = row.roles.map((role) => {
    const links = linksOf("user", userState(row, actor), { userId: row.id, roleId: role.webSafeString }, actor.permissions);
    return { _embedded: role, _links: links["role"] === undefined ? {} : { role: links["role"] } };
  });
  return wholeList(items, self);
}

function userFields(row: UserRow): UserFields {
  return {
    webSafeString: row.id,
    userId: row.id,
    type: row.type,
    firstName: row.first_name,
    name: row.name,
    description: row.description,
    emailAddress: row.email,
    lastLoginDate: row.last_login_at?.toISOString() ?? null,
    userStatus: row.status,
    organisationWss: row.organisation_id,
    organisationName: row.organisation_name,
    createdDate: row.created_at.toISOString(),
    invitedDate: row.status === "invited" ? (row.invited_at?.toISOString() ?? null) : null,
    invitationExpires: row.status === "invited" ? (row.invitation_expires_at?.toISOString() ?? null) : null,
    roles: [...row.roles],
    code: row.code,
    revision: row.revision,
  };
}
