import { isCorrelationId } from "@airlock/contract";
import type { ExecutionCondition } from "@airlock/backend/executions";
import { isId } from "@airlock/platform";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { findExecution } from "./store.ts";

/** Executions that a text identifies exactly: the condition that finds them, and their versions. */
export interface Named {
  readonly condition: ExecutionCondition;
  readonly versionIds: readonly string[];
}

const maxVersions = 100;

/** By execution id, otherwise by correlation id. Both columns have an index, so this reads few blocks of a table of any size. */
export async function lookUp(clickhouse: ClickHouse, organisationId: string, text: string): Promise<Named | undefined> {
  const id = text.toUpperCase();
  const execution = isId(id) ? await findExecution(clickhouse, organisationId, id) : undefined;
  if (execution !== undefined) {
    return { condition: { sql: "id = {named:String}", parameters: { named: id } }, versionIds: [execution.version] };
  }
  if (!isCorrelationId(text)) return undefined;
  const rows = await clickhouse.query<{ readonly version: string }>(
    "SELECT DISTINCT version FROM executions WHERE organisation = {organisation:String} AND correlation = {named:String} LIMIT {max:UInt32}",
    { organisation: organisationId, named: text, max: maxVersions },
  );
  if (rows.length === 0) return undefined;
  const condition = { sql: "correlation = {named:String}", parameters: { named: text } };
  return { condition, versionIds: rows.map(({ version }) => version) };
}
