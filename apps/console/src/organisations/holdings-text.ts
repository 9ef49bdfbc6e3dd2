import type { Holdings } from "@airlock/contract";
import { counted } from "../ui/format/numbers.ts";

/** A line for each kind of content that would be deleted; empty for an organisation that was never used. */
export function holdingLines(holdings: Holdings): readonly string[] {
  const { users, systemAccounts, keys, groups, roles, solutions, versions, lists, datasources, predictions, experiments } = holdings;
  const lines: readonly (readonly [number, string])[] = [
    [users, counted(users, "user")],
    [systemAccounts, counted(systemAccounts, "system account")],
    [keys, counted(keys, "key")],
    [roles, counted(roles, "role")],
    [groups, counted(groups, "group")],
    [solutions, counted(solutions, "solution")],
    [versions, counted(versions, "version")],
    [lists, counted(lists, "list")],
    [datasources, counted(datasources, "datasource")],
    [predictions, counted(predictions, "prediction")],
    [experiments, counted(experiments, "experiment")],
  ];
  return lines.filter(([count]) => count > 0).map(([, text]) => text);
}

export function isEmpty(holdings: Holdings): boolean {
  return holdings.servingVersions === 0 && holdingLines(holdings).length === 0;
}
