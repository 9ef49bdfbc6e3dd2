import type { AuditChange, AuditFields, Resource } from "@airlock/contract";
import type { Profile } from "../session/session.ts";
import { menuFor } from "../shell/screens.ts";
import type { Choice } from "../table/column.ts";

export type AuditEntry = Resource<AuditFields>;

/** Every kind of record that is audited, as people call it. */
const nounTitles: Readonly<Record<string, string>> = {
  user: "User",
  userRole: "Role of a user",
  key: "Key",
  role: "Role",
  group: "Group",
  groupMember: "Member of a group",
  groupRole: "Role of a group",
  organisation: "Organisation",
  serviceAccount: "Service account",
  secret: "Secret",
  solution: "Solution",
  definition: "Definition",
  version: "Version",
  datasource: "Datasource",
  experiment: "Experiment",
  experimentResult: "Result of an experiment",
  retention: "Keeping of executions",
  erasure: "Erasure",
  export: "Export",
};

export function nounTitle(noun: string): string {
  return nounTitles[noun] ?? noun;
}

export const nounChoices: readonly Choice[] = Object.entries(nounTitles).map(([value, label]) => ({ value, label }));

export const changeTitles: Readonly<Record<AuditChange, string>> = { created: "Created", updated: "Updated", deleted: "Deleted" };

export const changeChoices: readonly Choice[] = Object.entries(changeTitles).map(([value, label]) => ({ value, label }));

/** The screen a kind of record stands on, and what is searched for there. A member or a role of a group is found by the group. */
const screenOf: Readonly<Record<string, string>> = {
  user: "/admin/users",
  userRole: "/admin/users",
  key: "/admin/users",
  role: "/admin/roles",
  group: "/admin/groups",
  groupMember: "/admin/groups",
  groupRole: "/admin/groups",
  organisation: "/admin/organisations",
  serviceAccount: "/admin/organisations",
  secret: "/admin/secrets",
  solution: "/admin/solutions",
  definition: "/admin/solutions",
  version: "/admin/solutions",
  datasource: "/admin/datasources",
  experiment: "/admin/experiments/configs",
  retention: "/admin/organisations",
};

export interface RecordPlace {
  readonly to: string;
  readonly q: string;
}

/** Where the record can be seen, unless it is gone or this person may not go there. */
export function placeOf(profile: Profile, { noun, change, recordName }: AuditFields): RecordPlace | undefined {
  const to = screenOf[noun];
  const open = menuFor(profile).flatMap((section) => section.screens.map((screen) => screen.path));
  if (to === undefined || !open.includes(to) || (change === "deleted" && !noun.includes("Role") && noun !== "groupMember"))
    return undefined;
  // 'Credit desk: Analyst' is the role Analyst of the group Credit desk.
  return { to, q: recordName.split(": ")[0] ?? recordName };
}
