import { both, when } from "../action.ts";
import type { Action } from "../action.ts";
import { permissionCatalogueList, PROTECTED_CODE, roleCreate, roleList, roleQuery, roleResource, roleUpdate } from "../role.ts";
import { api, requires, linkOn, ok, created, noContent } from "./row.ts";

const notProtectedRole = when("role", (role) => role.code !== PROTECTED_CODE, "ROLE_PROTECTED");

export const roleActions = {
  "allRoles.list": {
    ...api,
    method: "GET",
    path: "/roles",
    summary: "List roles",
    access: requires("allRoles.list"),
    links: [linkOn("profile", "allRoles")],
    query: roleQuery,
    answer: ok(roleList),
    problems: ["ORGANISATION_NOT_FOUND"],
  },
  "allRoles.create": {
    ...api,
    method: "POST",
    path: "/roles",
    summary: "Create a role",
    access: requires("allRoles.create"),
    links: [linkOn("profile", "allRoles")],
    body: roleCreate,
    answer: created(roleResource),
    problems: ["ORGANISATION_NOT_FOUND", "ROLE_BEYOND_OWN"],
  },
  "role.read": {
    ...api,
    method: "GET",
    path: "/roles/{roleId}",
    summary: "Read a role",
    access: requires("allRoles.read"),
    links: [linkOn("role", "self")],
    answer: ok(roleResource),
    problems: ["ROLE_NOT_FOUND"],
  },
  "role.update": {
    ...api,
    method: "PUT",
    path: "/roles/{roleId}",
    summary: "Change a role",
    access: requires("allRoles.update"),
    links: [linkOn("role", "self")],
    precondition: notProtectedRole,
    body: roleUpdate,
    answer: ok(roleResource),
    problems: [
      "ROLE_NOT_FOUND",
      "ROLE_PROTECTED",
      "ROLE_BEYOND_OWN",
      "EDIT_CONFLICT",
      "DEPLOYMENTS_UNAVAILABLE",
      "DEPLOYMENT_NOT_CONFIRMED",
      "USER_BEYOND_OWN",
    ],
  },
  "role.delete": {
    ...api,
    method: "DELETE",
    path: "/roles/{roleId}",
    summary: "Delete a role",
    access: requires("allRoles.delete"),
    links: [linkOn("role", "self")],
    precondition: both(
      notProtectedRole,
      when("role", (role) => !role.heldBeyondOwn, "USER_BEYOND_OWN"),
    ),
    answer: noContent,
    problems: ["ROLE_NOT_FOUND", "ROLE_PROTECTED", "DEPLOYMENTS_UNAVAILABLE", "DEPLOYMENT_NOT_CONFIRMED", "USER_BEYOND_OWN"],
  },
  "permissions.list": {
    ...api,
    method: "GET",
    path: "/permissions",
    summary: "List the permissions a role can carry",
    access: requires("permissions.list"),
    links: [linkOn("profile", "permissions")],
    answer: ok(permissionCatalogueList),
  },
} as const satisfies Record<string, Action>;
