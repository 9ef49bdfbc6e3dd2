import type { AuditChange, AuditFields, AuditNoun, Resource } from "@airlock/contract";
import type { Profile } from "../api/session/session.ts";
import { menuFor } from "../parts/screens.ts";
import { counted } from "../ui/format/numbers.ts";
import type { Choice } from "../parts/list-page/column.ts";

export type AuditEntry = Resource<AuditFields>;

/** The label of each kind of audited entity. */
const nounTitles: Readonly<Record<AuditNoun, string>> = {
  user: "User",
  userRole: "Role of a user",
  key: "Key",
  role: "Role",
  group: "Group",
  groupMember: "Member of a group",
  groupRole: "Role of a group",
  organisation: "Organisation",
  serviceAccount: "Service account",
  s3Account: "S3 account",
  secret: "Secret",
  solution: "Solution",
  definition: "Definition",
  version: "Version",
  release: "Release",
  releasePolicy: "Release policy",
  releaseRequest: "Release request",
  releaseRequestEvent: "Entry of a release request",
  monitor: "Monitor",
  firing: "Firing of a monitor",
  list: "List",
  listVersion: "Version of a list",
  rollout: "Rollout",
  datasource: "Datasource",
  experiment: "Experiment",
  experimentResult: "Result of an experiment",
  comparison: "Comparison",
  prediction: "Prediction",
  trainingJob: "Training",
  predictionModel: "Model of a prediction",
  predictionWatche: "Drift settings of a prediction",
  retention: "Retention of executions",
  erasure: "Erasure",
  export: "Export",
  signIn: "Sign-in",
  execution: "Execution",
  testExecution: "Test execution",
  audit: "Audit",
};

export function nounTitle(noun: string): string {
  return (nounTitles as Readonly<Record<string, string>>)[noun] ?? noun;
}

export const nounChoices: readonly Choice[] = Object.entries(nounTitles).map(([value, label]) => ({ value, label }));

export const changeTitles: Readonly<Record<AuditChange, string>> = {
  created: "Created",
  updated: "Updated",
  deleted: "Deleted",
  signedIn: "Signed in",
  refused: "Refused",
  read: "Read",
  downloaded: "Downloaded",
  executed: "Executed",
};

/** Whether no entity changed: what there is to show is where the request came from. */
export function isAccess(change: AuditChange): boolean {
  return change !== "created" && change !== "updated" && change !== "deleted";
}

/** An access in one line: 'Unknown, 3 attempts, from 192.0.2.7'. */
export function accessText({ after }: Pick<AuditFields, "after">): string {
  const { reason, attempts, address } = after ?? {};
  const parts = [
    ...(typeof reason === "string" ? [reason] : []),
    ...(typeof attempts === "number" ? [counted(attempts, "attempt")] : []),
    ...(typeof address === "string" ? [`from ${address}`] : []),
  ];
  const text = parts.join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const changeChoices: readonly Choice[] = Object.entries(changeTitles).map(([value, label]) => ({ value, label }));

/** The page that lists each kind of entity. A member or a role of a group is on the page of groups, found by the group's name. */
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
  s3Account: "/admin/organisations",
  secret: "/admin/secrets",
  solution: "/admin/solutions",
  definition: "/admin/solutions",
  version: "/admin/solutions",
  release: "/admin/solutions",
  releasePolicy: "/admin/solutions",
  releaseRequest: "/admin/solutions",
  releaseRequestEvent: "/admin/solutions",
  monitor: "/admin/monitors",
  firing: "/admin/monitors",
  list: "/admin/lists",
  listVersion: "/admin/lists",
  rollout: "/admin/solutions",
  testExecution: "/admin/solutions",
  signIn: "/admin/users",
  datasource: "/admin/datasources",
  experiment: "/admin/experiments/configs",
  experimentResult: "/admin/experiments/configs",
  prediction: "/admin/predictions/configs",
  trainingJob: "/admin/predictions/configs",
  predictionModel: "/admin/predictions/configs",
  predictionWatche: "/admin/predictions/configs",
  retention: "/admin/organisations",
};

export interface RecordPlace {
  readonly to: string;
  readonly q: string;
}

/** The page on which the entity can be seen. Undefined if the entity is deleted or the user may not open that page. */
export function placeOf(profile: Profile, { noun, change, recordName }: AuditFields): RecordPlace | undefined {
  const to = screenOf[noun];
  const open = menuFor(profile).flatMap((section) => section.screens.map((screen) => screen.path));
  // The name of a refused sign-in is what the identity provider sent, not a user's.
  if (
    to === undefined ||
    !open.includes(to) ||
    change === "refused" ||
    (change === "deleted" && !noun.includes("Role") && noun !== "groupMember")
  )
    return undefined;
  // 'Credit desk: Analyst' is the role Analyst of the group Credit desk.
  return { to, q: recordName.split(": ")[0] ?? recordName };
}
