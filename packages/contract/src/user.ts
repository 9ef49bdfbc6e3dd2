import { z } from "zod";
import { dashboard } from "./dashboard.ts";
import { label, listOf, pageQuery, resourceOf, revision, text, timestamp, webSafeString } from "./hal.ts";
import { permissionList, roleSummary } from "./role.ts";

export const userTypes = ["User", "System account"] as const;
export type UserType = (typeof userTypes)[number];

/**
 * invited: an invitation was sent; confirmed: its key was opened; active: bound to a person at the identity provider (or a
 * system account); disabled: may not sign in.
 */
export const userStatuses = ["invited", "confirmed", "active", "disabled"] as const;
export type UserStatus = (typeof userStatuses)[number];

export const userFields = z.object({
  webSafeString,
  userId: webSafeString,
  type: z.enum(userTypes),
  firstName: z.string(),
  /** The last name, or the name of a system account. */
  name: z.string(),
  description: z.string(),
  emailAddress: z.string(),
  lastLoginDate: timestamp.nullable(),
  userStatus: z.enum(userStatuses),
  organisationWss: webSafeString,
  organisationName: z.string(),
  createdDate: timestamp,
  roles: z.array(roleSummary),
  code: z.string(),
  revision,
});
export type UserFields = z.infer<typeof userFields>;

export const userResource = resourceOf(userFields);
export const userList = listOf(userFields);

/** Of one's own organisation and the ones it manages, or of one of them. */
export const userQuery = pageQuery.extend({
  organisationWss: webSafeString.optional(),
  type: z.enum(userTypes).optional(),
  userStatus: z.enum(userStatuses).optional(),
});
export type UserQuery = z.infer<typeof userQuery>;

/** The signed-in person: a user with their rights and their dashboard. */
export const profileFields = userFields.extend({ permissions: permissionList, dashboard });
export type ProfileFields = z.infer<typeof profileFields>;
export const profileResource = resourceOf(profileFields);

const email = z.email().max(254);

const newAccount = z.object({
  name: label,
  description: text.default(""),
  emailAddress: email,
  organisationWss: webSafeString,
  /** Where the console stands that asked: the invitation's link goes there if it is our own origin. */
  requestUrl: z.string().max(2000).optional(),
});

/** `POST users`: a system account. */
export const systemAccountCreate = newAccount.extend({
  type: z.literal("System account").default("System account"),
  firstName: z.string().trim().max(200).default(""),
});
export type SystemAccountCreate = z.infer<typeof systemAccountCreate>;

/** `POST users/invite`: a person. */
export const userInvite = newAccount.extend({ type: z.literal("User").default("User"), firstName: label });
export type UserInvite = z.infer<typeof userInvite>;

export const userUpdate = z.object({
  firstName: z.string().trim().max(200).optional(),
  name: label.optional(),
  description: text.optional(),
  emailAddress: email.optional(),
  userStatus: z.enum(["active", "disabled"]).optional(),
  revision: revision.optional(),
});
export type UserUpdate = z.infer<typeof userUpdate>;

/** The console sends the profile's embedded fields back; what a person cannot change about themselves is ignored. */
export const profileUpdate = z.object({
  firstName: label.optional(),
  name: label.optional(),
  dashboard: dashboard.optional(),
  revision: revision.optional(),
});
export type ProfileUpdate = z.infer<typeof profileUpdate>;

export const dashboardUpdate = z.object({
  dashboard,
  /** The dashboard that this one was made from: refused when another window has saved a different one since. */
  was: dashboard.optional(),
});

export const activation = z.object({ _embedded: z.object({ emailAddress: z.string() }) });
