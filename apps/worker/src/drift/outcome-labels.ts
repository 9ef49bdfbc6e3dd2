import { recordedText, recordPosition } from "@airlock/backend/executions";
import { isNumberType } from "@airlock/flow";
import { isMissingTable, type ClickHouse } from "@airlock/platform/clickhouse";
import { textOf } from "../training/expressions.ts";
import type { LiveVersion, Outcomes } from "./live-version.ts";

/** A range of executions of a version in the order of time, both ends inclusive. */
export interface Stretch {
  readonly organisationId: string;
  readonly from: { readonly at: number; readonly id: string };
  readonly to: { readonly at: number; readonly id: string };
}

/**
 * Known outcomes by execution id. If the datasource has several rows for a key, the last one counts. Empty if the datasource was deleted in the
 * meantime.
 */
export async function outcomeLabels(
  clickhouse: ClickHouse,
  { id: version, plan }: LiveVersion,
  { organisationId, from, to }: Stretch,
  { table, key, label, field }: Outcomes,
): Promise<ReadonlyMap<string, string>> {
  const place = plan.applicationFields.findIndex(({ name }) => name === field);
  const found = plan.applicationFields[place];
  if (field !== null && found === undefined) return new Map();
  const here = `record, ${recordPosition.application}, ${place + 1}`;
  const value = found === undefined ? "id" : recordedText(found.type, here);
  // Normalise numbers on both sides, whatever type the datasource has.
  const known = found === undefined || !isNumberType(found.type) ? textOf(key) : `toString(toFloat64OrNull(${textOf(key)}))`;
  const executions = `SELECT id, ${value} AS key FROM executions
    WHERE organisation = {organisation:String} AND version = {version:String} AND erased = 0
      AND (started, id) >= (fromUnixTimestamp64Micro({from:Int64}, 'UTC'), {fromId:String})
      AND (started, id) <= (fromUnixTimestamp64Micro({to:Int64}, 'UTC'), {toId:String})
      ${found === undefined ? "" : `AND JSONType(${here}) NOT IN ('Null', 'NULL_VALUE')`}`;
  try {
    const rows = await clickhouse.query<{ readonly id: string; readonly label: string }>(
      `SELECT DISTINCT execution.id AS id, outcome.label AS label FROM (${executions}) AS execution INNER JOIN (
         SELECT assumeNotNull(${known}) AS key, argMax(assumeNotNull(${textOf(label)}), row) AS label FROM ${table}
         WHERE isNotNull(${known}) AND isNotNull(${textOf(label)}) AND assumeNotNull(${known}) IN (SELECT key FROM (${executions}))
         GROUP BY key
       ) AS outcome ON outcome.key = execution.key`,
      { organisation: organisationId, version, from: from.at, fromId: from.id, to: to.at, toId: to.id },
    );
    return new Map(rows.map((row) => [row.id, row.label]));
  } catch (error) {
    if (isMissingTable(error)) return new Map();
    throw error;
  }
}
