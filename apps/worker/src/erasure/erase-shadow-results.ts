import { isId } from "@airlock/platform";
import type { ClickHouse } from "@airlock/platform/clickhouse";

/** Limit per statement. */
const atOnce = 1_000;

/**
 * Deletes the shadow results of erased executions: their outcomes and execution records are about the same person. `insertedAfter`: only those that
 * arrived since, in seconds since the epoch.
 */
export async function eraseShadowResults(clickhouse: ClickHouse, organisationId: string, insertedAfter = 0): Promise<void> {
  const parameters = { organisation: organisationId, after: insertedAfter };
  const arrived = "organisation = {organisation:String} AND inserted >= toDateTime64({after:Int64}, 3, 'UTC')";
  // Nearly always there are none, and executions need not be read.
  const [range] = await clickhouse.query<{ readonly from: number; readonly to: number; readonly total: number }>(
    `SELECT toUnixTimestamp64Micro(min(started)) AS from, toUnixTimestamp64Micro(max(started)) AS to, count() AS total
     FROM shadow_results WHERE ${arrived}`,
    parameters,
  );
  if (range === undefined || range.total === 0) return;
  const erased = await clickhouse.query<{ readonly id: string }>(
    `SELECT DISTINCT id FROM executions
     WHERE organisation = {organisation:String} AND erased > 0
       AND started BETWEEN fromUnixTimestamp64Micro({from:Int64}, 'UTC') AND fromUnixTimestamp64Micro({to:Int64}, 'UTC')
       AND id IN (SELECT execution FROM shadow_results WHERE ${arrived})`,
    { ...parameters, from: range.from, to: range.to },
  );
  const ids = erased.map(({ id }) => id).filter(isId);
  for (let first = 0; first < ids.length; first += atOnce) {
    const some = ids.slice(first, first + atOnce).map((id) => `'${id}'`);
    await clickhouse.command(
      `ALTER TABLE shadow_results DELETE WHERE organisation = {organisation:String} AND execution IN (${some.join(", ")}) SETTINGS mutations_sync = 1`,
      { organisation: organisationId },
    );
  }
}
