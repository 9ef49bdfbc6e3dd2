import type { Holdings } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";

/** Only counts: the content of a managed organisation is not visible here. Undefined if it is not managed by ours. */
export async function holdingsOf(tx: Tx, organisationId: string): Promise<Holdings | undefined> {
  const counted = await sql<Holdings>`
    select users, system_accounts as "systemAccounts", keys, groups, roles, solutions, versions, serving_versions as "servingVersions",
      lists, datasources, predictions, experiments
    from airlock.organisation_holdings(${organisationId})
  `.execute(tx);
  return counted.rows[0];
}

/** For the confirmation before deleting, the largest counts first. Empty if there is nothing. */
export function holdingsSentence(holdings: Holdings): string {
  const words: readonly (readonly [number, string, string])[] = [
    [holdings.solutions, "solution", "solutions"],
    [holdings.versions, "version", "versions"],
    [holdings.lists, "list", "lists"],
    [holdings.datasources, "datasource", "datasources"],
    [holdings.predictions, "prediction", "predictions"],
    [holdings.experiments, "experiment", "experiments"],
    [holdings.users, "user", "users"],
    [holdings.systemAccounts, "system account", "system accounts"],
    [holdings.keys, "key", "keys"],
    [holdings.groups, "group", "groups"],
    [holdings.roles, "role", "roles"],
  ];
  const parts = words.filter(([count]) => count > 0).map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}`;
}
