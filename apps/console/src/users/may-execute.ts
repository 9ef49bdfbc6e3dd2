import type { RoleChoice } from "./role-changes.ts";

/** Whether one of these roles lets the keys of an account call a version. Undefined where that cannot be read. */
export function mayExecute(choices: readonly RoleChoice[], held: ReadonlySet<string>): boolean | undefined {
  const roles = choices.filter(({ id }) => held.has(id));
  if (roles.some(({ permissions }) => permissions?.includes("solution.execute") === true)) return true;
  return roles.length < held.size || roles.some(({ permissions }) => permissions === undefined) ? undefined : false;
}

export const noExecuteText =
  "None of its roles may execute a version, so calls with its keys are refused. Give it a role with solution.execute.";
