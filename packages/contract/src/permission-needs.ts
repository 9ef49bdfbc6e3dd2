import { permissions, type Permission } from "./permissions.ts";

/**
 * The permissions without which another one is of no use: its screen cannot be opened, or a call that the screen makes is refused. One level
 * only; `withNeeds` adds the rest. The api does not enforce it: a caller without a console may need less.
 */
export const permissionNeeds: Readonly<Partial<Record<Permission, readonly Permission[]>>> = {
  "solutions.create": ["solutions.list"],
  "solution.update": ["solutions.list", "versions.list"],
  "solution.release": ["solutions.list", "versions.list"],
  "solution.approve": ["solutions.list", "versions.list", "versionExecutions.list"],
  "solution.bypass": ["solution.release"],
  "solution.policy": ["solutions.list", "versions.list"],
  "solution.delete": ["solutions.list", "versions.list"],
  "list.create": ["list.update"],
  "list.update": ["list.read"],
  "list.delete": ["list.read"],
  "users.create": ["users.list"],
  "user.update": ["users.list"],
  "user.delete": ["users.list"],
  "user.invite": ["users.list"],
  "roles.list": ["users.list"],
  "organisations.create": ["organisations.list"],
  "organisation.update": ["organisations.list"],
  "organisation.delete": ["organisations.list"],
  "groups.create": ["groups.list"],
  "group.update": ["groups.list"],
  "group.delete": ["groups.list"],
  "allRoles.create": ["allRoles.list"],
  "allRoles.read": ["allRoles.list"],
  "allRoles.update": ["allRoles.list", "allRoles.read"],
  "allRoles.delete": ["allRoles.list"],
  "datasources.create": ["datasources.list", "imports.*"],
  "datasource.update": ["datasources.list"],
  "datasource.delete": ["datasources.list"],
  "imports.*": ["datasources.list"],
  "secrets.create": ["secrets.list"],
  "secret.update": ["secrets.list"],
  "secret.delete": ["secrets.list"],
  "prediction.create": ["predictions.list", "prediction.read"],
  "prediction.read": ["predictions.list"],
  "prediction.update": ["prediction.read", "datasources.list"],
  "prediction.delete": ["predictions.list"],
  "prediction.deploy": ["prediction.update"],
  "prediction.train": ["prediction.update"],
  "experiments.create": ["experiments.list", "experiment.read"],
  "experiment.read": ["experiments.list"],
  "experiment.update": ["experiment.read", "solutions.list", "versions.list", "datasources.list"],
  "experiment.delete": ["experiments.list"],
  "experiment.result.read": ["experiment.read"],
  "experiment.result.delete": ["experiment.result.read"],
  "executions.list": ["versions.list", "versionExecutions.list"],
  "versionExecutions.list": ["versions.list"],
  "executions.erase": ["executions.list"],
};

/** These permissions and all that they need, in the order of the catalogue. */
export function withNeeds(names: Iterable<Permission>): readonly Permission[] {
  const found = new Set<Permission>();
  const add = (name: Permission): void => {
    if (found.has(name)) return;
    found.add(name);
    permissionNeeds[name]?.forEach(add);
  };
  for (const name of names) add(name);
  return permissions.filter((name) => found.has(name));
}

export interface UnmetNeed {
  readonly permission: Permission;
  readonly missing: readonly Permission[];
}

/** Which of these permissions lack one that they need, and which. */
export function unmetNeeds(names: readonly Permission[]): readonly UnmetNeed[] {
  const held = new Set(names);
  return names
    .map((permission) => ({ permission, missing: withNeeds([permission]).filter((needed) => !held.has(needed)) }))
    .filter(({ missing }) => missing.length > 0);
}
