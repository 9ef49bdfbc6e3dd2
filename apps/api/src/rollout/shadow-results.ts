import type { ShadowResultFields } from "@airlock/contract";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { RolloutRow } from "./store.ts";

const maxMoves = 100;
const maxDifferences = 100;

const ofRollout = "organisation = {organisation:String} AND rollout_id = {rollout:String}";
/** A failed execution has no outcome, whatever it had set before. */
const outcomeOf = (side: "live" | "shadow"): string => `if(${side}_status = 'failed', 'Failed', toString(${side}_outcome))`;
const isChanged = `comparable AND ${outcomeOf("live")} != ${outcomeOf("shadow")}`;

interface Counts {
  readonly compared: number;
  readonly same: number;
  readonly changed: number;
  readonly failed: number;
  readonly not_comparable: number;
  readonly dropped: number;
}

/** FINAL removes duplicates. */
export async function readShadow(clickhouse: ClickHouse, { id, organisation_id, solution_id }: RolloutRow): Promise<ShadowResultFields> {
  const parameters = { organisation: organisation_id, rollout: id };
  const [counted] = await clickhouse.query<Counts>(
    `SELECT countIf(comparable) AS compared, countIf(comparable AND NOT (${isChanged})) AS same, countIf(${isChanged}) AS changed,
       countIf(comparable AND shadow_status = 'failed') AS failed, countIf(NOT comparable) AS not_comparable, sum(dropped) AS dropped
     FROM shadow_results FINAL WHERE ${ofRollout}`,
    parameters,
  );
  const moves = await clickhouse.query<{ readonly from: string; readonly to: string; readonly count: number }>(
    `SELECT ${outcomeOf("live")} AS from, ${outcomeOf("shadow")} AS to, count() AS count
     FROM shadow_results FINAL WHERE ${ofRollout} AND ${isChanged}
     GROUP BY from, to ORDER BY count DESC, from, to LIMIT {max:UInt32}`,
    { ...parameters, max: maxMoves },
  );
  const differences = await clickhouse.query<{
    readonly executionWss: string;
    readonly at: number;
    readonly from: string;
    readonly to: string;
    readonly status: "completed" | "failed";
  }>(
    `SELECT execution AS executionWss, toUnixTimestamp64Milli(started) AS at, ${outcomeOf("live")} AS from, ${outcomeOf("shadow")} AS to,
       toString(shadow_status) AS status
     FROM shadow_results FINAL WHERE ${ofRollout} AND ${isChanged}
     ORDER BY started DESC, execution LIMIT {max:UInt32}`,
    { ...parameters, max: maxDifferences },
  );
  return {
    solutionWss: solution_id,
    compared: counted?.compared ?? 0,
    same: counted?.same ?? 0,
    changed: counted?.changed ?? 0,
    failed: counted?.failed ?? 0,
    notComparable: counted?.not_comparable ?? 0,
    dropped: counted?.dropped ?? 0,
    moves: [...moves],
    differences: differences.map(({ at, ...difference }) => ({ ...difference, date: new Date(at).toISOString() })),
  };
}
