import { z } from "zod";
import { label, listOf, pageQuery, resourceOf, revision, text, webSafeString } from "./hal.ts";
import { roleSummary } from "./role.ts";

/** A named set of users of one organisation. Its members have its roles in addition to their own. */
export const groupFields = z.object({
  webSafeString,
  name: z.string(),
  description: z.string(),
  code: z.string(),
  organisationWss: webSafeString,
  organisationName: z.string(),
  roles: z.array(roleSummary),
  members: z.int(),
  revision,
});
export type GroupFields = z.infer<typeof groupFields>;

export const groupResource = resourceOf(groupFields);
export const groupList = listOf(groupFields);

/** Of the caller's organisation and the ones it manages, or of one of them. */
export const groupQuery = pageQuery.extend({ organisationWss: webSafeString.optional() });
export type GroupQuery = z.infer<typeof groupQuery>;

export const groupCreate = z.object({
  name: label.default("New Group"),
  description: text.default(""),
  organisationWss: webSafeString.optional(),
});
export type GroupCreate = z.infer<typeof groupCreate>;

export const groupUpdate = z.object({
  name: label.optional(),
  description: text.optional(),
  organisationWss: webSafeString.optional(),
  revision: revision.optional(),
});
export type GroupUpdate = z.infer<typeof groupUpdate>;

export const memberFields = z.object({ webSafeString, firstName: z.string(), name: z.string(), emailAddress: z.string() });
export type MemberFields = z.infer<typeof memberFields>;
export const memberList = listOf(memberFields);
