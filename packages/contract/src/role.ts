import { z } from "zod";
import { label, listOf, pageQuery, resourceOf, revision, text, webSafeString } from "./hal.ts";
import { permissions } from "./permissions.ts";

export { PROTECTED_CODE } from "./permissions.ts";

export const permissionList = z.array(z.enum(permissions));

export const roleFields = z.object({
  webSafeString,
  name: z.string(),
  description: z.string(),
  code: z.string(),
  permissions: permissionList,
  organisationWss: webSafeString,
  organisationName: z.string(),
  /** How many users have it, directly or through a group. */
  users: z.int(),
  revision,
});
export type RoleFields = z.infer<typeof roleFields>;

export const roleResource = resourceOf(roleFields);
export const roleList = listOf(roleFields);

/** The roles of one organisation: the caller's own, or one that it manages. */
export const roleQuery = pageQuery.extend({ organisationWss: webSafeString.optional() });
export type RoleQuery = z.infer<typeof roleQuery>;

/** As a user or a group carries it. */
export const roleSummary = z.object({ webSafeString, name: z.string(), code: z.string() });
export type RoleSummary = z.infer<typeof roleSummary>;

export const roleSummaryList = listOf(roleSummary);

export const roleCreate = z.object({
  name: label.default("New Role"),
  description: text.default(""),
  permissions: permissionList.default([]),
  /** An organisation that the caller's manages; the caller's own by default. */
  organisationWss: webSafeString.optional(),
});
export type RoleCreate = z.infer<typeof roleCreate>;

export const roleUpdate = z.object({
  name: label.optional(),
  description: text.optional(),
  permissions: permissionList.optional(),
  revision: revision.optional(),
});
export type RoleUpdate = z.infer<typeof roleUpdate>;

/** One line of the permissions dialog. */
export const permissionFields = z.object({ name: z.enum(permissions), noun: z.string(), sentence: z.string() });
export const permissionCatalogueList = listOf(permissionFields);
