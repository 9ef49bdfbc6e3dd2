import { withNeeds } from "./permission-needs.ts";
import { permissions, type Permission } from "./permissions.ts";

export interface StarterRole {
  readonly name: string;
  readonly description: string;
  /** Used unless another role of the organisation has it already. */
  readonly code: string;
  readonly permissions: readonly Permission[];
}

/**
 * The roles that every organisation begins with, besides the protected Administrator. From then on they are roles like any other: an
 * administrator may change or delete them, and a later release does not add them again. `docs/starter-roles.md` lists them.
 */
export const starterRoles: readonly StarterRole[] = [
  {
    name: "Designer",
    description: "Draws, tests and serves solutions.",
    code: "DESI",
    permissions: withNeeds([
      "solutions.create",
      "solution.update",
      "solution.delete",
      "solution.execute",
      "executions.list",
      "predictions.list",
      "prediction.read",
      "experiment.result.read",
      "datasources.list",
      "secrets.list",
      "list.create",
      "list.delete",
      "groups.list",
      "profile.update",
    ]),
  },
  {
    name: "Engineer",
    description: "Serves versions, manages system accounts, their keys and secrets.",
    code: "ENGI",
    permissions: withNeeds([
      "solution.update",
      "solution.release",
      "solution.execute",
      "executions.list",
      "secrets.create",
      "secret.update",
      "secret.delete",
      "users.create",
      "user.update",
      "roles.list",
      "allRoles.read",
      "permissions.list",
      "predictions.list",
      "prediction.read",
      "list.read",
      "groups.list",
      "profile.update",
    ]),
  },
  {
    name: "Analyst",
    description: "Imports data, runs experiments and trains predictions.",
    code: "ANLY",
    permissions: withNeeds([
      "solutions.list",
      "executions.list",
      "datasources.create",
      "datasource.update",
      "datasource.delete",
      "prediction.create",
      "prediction.train",
      "prediction.delete",
      "experiments.create",
      "experiment.update",
      "experiment.delete",
      "experiment.result.delete",
      "list.create",
      "profile.update",
    ]),
  },
  {
    name: "Auditor",
    description: "Reads everything, including the audit. Changes nothing.",
    code: "AUDI",
    permissions: withNeeds(permissions.filter((name) => name.endsWith(".list") || name.endsWith(".read"))),
  },
  { name: "Caller", description: "Calls decisions. For system accounts.", code: "CALL", permissions: ["solution.execute"] },
];
