/**
 * All permissions that a role can have. The strings are shown in the permissions dialog and listed in a profile. They are never renamed or
 * removed, because stored roles would silently lose a permission.
 */

interface PermissionEntry {
  /** What the dialog groups by. */
  readonly noun: string;
  /** One sentence for the administrator who decides whether to grant it. */
  readonly sentence: string;
}

export const permissionCatalogue = {
  "solutions.list": { noun: "solution", sentence: "See the solutions and read their definitions." },
  "solutions.create": { noun: "solution", sentence: "Create a solution." },
  "solution.update": {
    noun: "solution",
    sentence: "Change a solution and its definition, create and edit its versions, and start or stop serving them.",
  },
  "solution.release": { noun: "solution", sentence: "Release a version, so that it answers at the solution's key, and roll back." },
  "solution.approve": { noun: "solution", sentence: "Approve or reject release requests of others." },
  "solution.bypass": {
    noun: "solution",
    sentence: "Release a version in an emergency without approvals and gates, where the release policy allows it.",
  },
  "solution.policy": { noun: "solution", sentence: "Set what a release needs: approvals, gates and whether they may be bypassed." },
  "solution.delete": { noun: "solution", sentence: "Delete a solution or one of its versions." },
  "solution.execute": { noun: "solution", sentence: "Ask a solution for a decision." },
  "versions.list": { noun: "version", sentence: "See the versions and how much they are used." },
  "list.read": { noun: "list", sentence: "See the lists of the organisation and their rows." },
  "list.create": { noun: "list", sentence: "Create a list." },
  "list.update": { noun: "list", sentence: "Change the rows of a list, publish its versions and rename it." },
  "list.delete": { noun: "list", sentence: "Delete a list that no version uses." },
  "users.list": { noun: "user", sentence: "See the users and system accounts." },
  "users.create": { noun: "user", sentence: "Invite a user or create a system account." },
  "user.update": { noun: "user", sentence: "Change a user, give and take roles, and manage the keys of a system account." },
  "user.delete": { noun: "user", sentence: "Delete a user or system account." },
  "user.invite": { noun: "user", sentence: "Send an invitation again." },
  "profile.update": { noun: "user", sentence: "Change one's own name." },
  "organisations.list": { noun: "organisation", sentence: "See the organisations." },
  "organisations.create": { noun: "organisation", sentence: "Create an organisation." },
  "organisation.update": { noun: "organisation", sentence: "Change an organisation and its storage settings." },
  "organisation.delete": { noun: "organisation", sentence: "Delete an organisation." },
  "groups.list": { noun: "group", sentence: "See the groups and their members." },
  "groups.create": { noun: "group", sentence: "Create a group." },
  "group.update": { noun: "group", sentence: "Change a group, its members and its roles." },
  "group.delete": { noun: "group", sentence: "Delete a group." },
  "allRoles.list": { noun: "role", sentence: "See every role of the organisation." },
  "allRoles.create": { noun: "role", sentence: "Create a role." },
  "allRoles.read": { noun: "role", sentence: "Open a role and read its permissions." },
  "allRoles.update": { noun: "role", sentence: "Change a role and its permissions." },
  "allRoles.delete": { noun: "role", sentence: "Delete a role." },
  "roles.list": { noun: "role", sentence: "See which roles a user holds." },
  "permissions.list": { noun: "role", sentence: "See the list of permissions." },
  "datasources.list": { noun: "datasource", sentence: "See the datasources." },
  "datasources.create": { noun: "datasource", sentence: "Create a datasource." },
  "datasource.update": { noun: "datasource", sentence: "Change a datasource." },
  "datasource.delete": { noun: "datasource", sentence: "Delete a datasource." },
  "imports.*": { noun: "datasource", sentence: "Import files into datasources and follow the imports." },
  "secrets.list": { noun: "secret", sentence: "See the names of secrets for web calls, and use them in flows." },
  "secrets.create": { noun: "secret", sentence: "Enter a secret." },
  "secret.update": { noun: "secret", sentence: "Change a secret or where it may go." },
  "secret.delete": { noun: "secret", sentence: "Delete a secret." },
  "predictions.list": { noun: "prediction", sentence: "See the prediction configurations." },
  "prediction.create": { noun: "prediction", sentence: "Create a prediction configuration." },
  "prediction.read": { noun: "prediction", sentence: "Open a prediction configuration." },
  "prediction.update": { noun: "prediction", sentence: "Change a prediction configuration." },
  "prediction.delete": { noun: "prediction", sentence: "Delete a prediction configuration." },
  "prediction.deploy": { noun: "prediction", sentence: "Deploy a trained prediction, and start the scheduler of an analytics prediction." },
  "prediction.train": { noun: "prediction", sentence: "Start and cancel the training of a prediction." },
  "experiments.list": { noun: "experiment", sentence: "See the experiments." },
  "experiments.create": { noun: "experiment", sentence: "Create an experiment." },
  "experiment.read": { noun: "experiment", sentence: "Open an experiment." },
  "experiment.update": { noun: "experiment", sentence: "Change an experiment and run it." },
  "experiment.delete": { noun: "experiment", sentence: "Delete an experiment." },
  "experiment.result.read": { noun: "experiment", sentence: "See the results of an experiment." },
  "experiment.result.delete": { noun: "experiment", sentence: "Delete the results of an experiment." },
  "executions.list": { noun: "execution", sentence: "See the executions of every version." },
  "executions.erase": {
    noun: "execution",
    sentence: "Erase the executions of a person for good, as privacy law requires, and see what was erased.",
  },
  "versionExecutions.list": { noun: "execution", sentence: "See the executions of one version." },
  "audit.list": { noun: "audit", sentence: "See who changed which record, and from what to what." },
} as const satisfies Record<string, PermissionEntry>;

export type Permission = keyof typeof permissionCatalogue;

/** Granted to every signed-in user. Never stored in a role. */
export const PERMISSION_NONE = "PERMISSION_NONE";

// Object.keys widens to string[]; the catalogue is a const with exactly these keys.
export const permissions = Object.keys(permissionCatalogue) as readonly Permission[];

export function isPermission(text: string): text is Permission {
  return Object.hasOwn(permissionCatalogue, text);
}

/** The role and the group with this code always exist and cannot be changed. */
export const PROTECTED_CODE = "ADMI";

/** What the protected ADMI role stores: every permission, those of later releases too. */
export const EVERY_PERMISSION = "*";

/** The stored permissions of a role as the ones this release knows. */
export function expandPermissions(stored: readonly string[]): readonly Permission[] {
  return stored.includes(EVERY_PERMISSION) ? permissions : permissions.filter((permission) => stored.includes(permission));
}
