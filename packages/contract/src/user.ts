import { z } from "zod";
import { dashboard } from "./dashboard.ts";
import { label, listOf, pageQuery, plainName, resourceOf, revision, text, timestamp, webSafeString } from "./hal.ts";
import { invitationDays, maxInvitationDays, maxInvitationNote } from "./invitation-limits.ts";
import { looksLikeLink } from "./link-like.ts";
import { permissionList, roleSummary } from "./role.ts";

export const userTypes = ["User", "System account"] as const;
export type UserType = (typeof userTypes)[number];

/**
 * invited: an invitation was sent; confirmed: its key was opened; declined: the person refused it; active: bound to a person at the
 * identity provider (or a system account); disabled: may not sign in.
 */
export const userStatuses = ["invited", "confirmed", "declined", "active", "disabled"] as const;
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
  /** When the last invitation was sent and until when its link works; null once the link was opened, and for system accounts. */
  invitedDate: timestamp.nullable(),
  invitationExpires: timestamp.nullable(),
  roles: z.array(roleSummary),
  code: z.string(),
  revision,
});
export type UserFields = z.infer<typeof userFields>;

export const userResource = resourceOf(userFields);
export const userList = listOf(userFields);

/** Of the caller's organisation and the ones it manages, or of one of them. */
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
  /** The address of the calling console: the link of the invitation leads there if it is our own origin. */
  requestUrl: z.string().max(2000).optional(),
});

/** `POST users`: a system account. */
export const systemAccountCreate = newAccount.extend({
  type: z.literal("System account").default("System account"),
  firstName: z.string().trim().max(200).default(""),
  /** Granted with the account, of the same organisation. */
  roles: z.array(webSafeString).max(100).default([]),
});
export type SystemAccountCreate = z.infer<typeof systemAccountCreate>;

/** `POST users/invite`: a person. */
export const userInvite = newAccount.extend({
  type: z.literal("User").default("User"),
  firstName: plainName,
  name: plainName,
  /** Granted with the account, of the same organisation. */
  roles: z.array(webSafeString).max(100).default([]),
  groups: z.array(webSafeString).max(100).default([]),
  /** How many days the link works. */
  expiresInDays: z.int().min(1).max(maxInvitationDays).default(invitationDays),
  /** Quoted in the mail, as the sender's text. */
  note: text
    .max(maxInvitationNote)
    .refine((note) => !looksLikeLink(note), "must not look like a link or an address")
    .default(""),
});
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
  /** The dashboard that this change is based on: refused if another window has saved a different one since. */
  was: dashboard.optional(),
});

/** `organisationName` is in the mail that carries the key. */
export const activation = z.object({ _embedded: z.object({ emailAddress: z.string(), organisationName: z.string() }) });

/** The activation key of the link that was opened before signing in: its invitation is the one that is accepted. */
export const login = z
  .object({
    activationKey: z.string().max(200).optional(),
    /** The session began earlier, so the call is no sign-in: the console opens with tokens that it had. */
    resumed: z.boolean().optional(),
  })
  .nullish();

/**
 * Selects the membership that a request acts in, by the `webSafeString` of its organisation. Without it, a request acts in the only
 * membership, or in the one that was signed in to last.
 */
export const organisationHeader = "x-airlock-organisation";

export const membershipFields = z.object({ organisationWss: webSafeString, organisationName: z.string() });
export type MembershipFields = z.infer<typeof membershipFields>;

export const invitationFields = z.object({
  webSafeString,
  organisationName: z.string(),
  /** The name of the user who sent it; empty if they were deleted. */
  invitedBy: z.string(),
  invitedDate: timestamp,
});
export type InvitationFields = z.infer<typeof invitationFields>;

/** Where the person of an access token belongs, and where they are invited to. */
export const memberships = z.object({
  _embedded: z.object({ memberships: z.array(membershipFields), invitations: z.array(invitationFields) }),
});
export type Memberships = z.infer<typeof memberships>;
