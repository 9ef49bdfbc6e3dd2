import type { Holdings } from "@airlock/contract";
import { counted } from "../ui/format/numbers.ts";

/** A line for each kind of content that would be deleted; empty for an organisation that was never used. */
export function holdingLines(holdings: Holdings): readonly string[] {
  const { users, systemAccounts, keys, groups, roles, solutions, versions, lists, datasources, predictions, experiments } = holdings;
  const lines: readonly (readonly [number, string])[] = [
    [users, "user"],
    [systemAccounts, "system account"],
    [keys, "key"],
    [roles, "role"],
    [groups, "group"],
    [solutions, "solution"],
    [versions, "version"],
    [lists, "list"],
    [datasources, "datasource"],
    [predictions, "prediction"],
    [experiments, "experiment"],
  ];
  return lines.filter(([count]) => count > 0).map(([count, noun]) => counted(count, noun));
}

export function isEmpty(holdings: Holdings): boolean {
  return holdings.servingVersions === 0 && holdingLines(holdings).length === 0;
}
