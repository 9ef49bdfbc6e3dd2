import type { ExecutionQuery } from "@airlock/contract";
import { idMillis } from "@airlock/platform";
import { searchExecutions, type ExecutionCondition } from "@airlock/backend/executions";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { ServedVersion } from "./served-versions.ts";

export interface ExecutionRow {
  readonly id: string;
  readonly version: string;
  /** Microseconds since the epoch. */
  readonly started: number;
  readonly key: string;
  /** The system account of the key; empty for executions of earlier releases. */
  readonly caller: string;
  /** Empty if the caller sent none. */
  readonly correlation: string;
  /** Both empty without a split or ramp. */
  readonly rollout_id: string;
  readonly arm: "" | "champion" | "challenger";
  readonly duration_us: number;
  readonly status: "completed" | "failed";
  /** Empty if it was erased. */
  readonly record: string;
  /** When its execution record was erased, in seconds since the epoch; 0 if it was not. */
  readonly erased: number;
}

/** The position of the next page: after this execution. */
export interface Position {
  readonly started: number;
  readonly id: string;
}

const columns =
  "id, version, toUnixTimestamp64Micro(started) AS started_us, key, caller, correlation, rollout_id, arm, duration_us, status, record, toUnixTimestamp(erased) AS erased";

type Answered = Omit<ExecutionRow, "started"> & { readonly started_us: number };

function rowOf({ started_us, ...row }: Answered): ExecutionRow {
  return { ...row, started: started_us };
}

/** Condition for executions after this one, in the order of the list. */
function beyond(after: Position | undefined): readonly ExecutionCondition[] {
  if (after === undefined) return [];
  const sql = "(started, id) < (fromUnixTimestamp64Micro({afterStarted:Int64}, 'UTC'), {afterId:String})";
  return [{ sql, parameters: { afterStarted: after.started, afterId: after.id } }];
}

const dayMicros = 86_400_000_000;

/**
 * The matching executions, newest or slowest first. For the newest, a page is read from the end of each version's range and merged, so the table's
 * size does not matter. Usually the last day alone fills the page, and older parts of the table are not even opened.
 */
export async function findExecutions(
  clickhouse: ClickHouse,
  organisationId: string,
  versions: readonly ServedVersion[],
  query: ExecutionQuery,
  after: Position | undefined,
  exact: readonly ExecutionCondition[] = [],
): Promise<readonly ExecutionRow[]> {
  if (query.order === "slowest") return firstExecutions(clickhouse, organisationId, versions, query, exact, slowestFirst);
  const ask = (also: readonly ExecutionCondition[]) =>
    firstExecutions(clickhouse, organisationId, versions, query, [...beyond(after), ...exact, ...also], newestFirst);
  const end = after?.started ?? Date.parse(query.to ?? new Date().toISOString()) * 1000;
  const ofLastDay = await ask([
    { sql: "started >= fromUnixTimestamp64Micro({lastDay:Int64}, 'UTC')", parameters: { lastDay: end - dayMicros } },
  ]);
  return ofLastDay.length > query.limit ? ofLastDay : ask([]);
}

const newestFirst = "started_us DESC, id DESC";
const slowestFirst = "duration_us DESC, started_us DESC, id DESC";

async function firstExecutions(
  clickhouse: ClickHouse,
  organisationId: string,
  versions: readonly ServedVersion[],
  query: ExecutionQuery,
  also: readonly ExecutionCondition[],
  order: typeof newestFirst | typeof slowestFirst,
): Promise<readonly ExecutionRow[]> {
  const { found, parameters } = searchExecutions(organisationId, versions, query, also);
  if (found.length === 0) return [];
  // By the column itself, which the table is sorted by.
  const first = `ORDER BY ${order.replace("started_us", "started")} LIMIT {limit:UInt32}`;
  const united = found.map(({ where }) => `(SELECT ${columns} FROM executions WHERE ${where} ${first})`).join(" UNION ALL ");
  const sql = `SELECT * FROM (${united}) ORDER BY ${order} LIMIT {limit:UInt32}`;
  // One more than the page shows whether there is another.
  for (let limit = query.limit + 1; ; limit *= 2) {
    const rows = await clickhouse.query<Answered>(sql, { ...parameters, limit });
    // Until parts are merged, an execution may have adjacent duplicates.
    const distinct = rows.filter(({ id }, index) => id !== rows[index - 1]?.id);
    if (distinct.length > query.limit || rows.length < limit) return distinct.slice(0, query.limit + 1).map(rowOf);
  }
}

/** The number of matches, up to the limit. */
export async function countExecutions(
  clickhouse: ClickHouse,
  organisationId: string,
  versions: readonly ServedVersion[],
  query: ExecutionQuery,
  limit: number,
  exact: readonly ExecutionCondition[] = [],
): Promise<number> {
  const { found, parameters } = searchExecutions(organisationId, versions, query, exact);
  if (found.length === 0) return 0;
  // In any order: counting does not need the newest.
  const united = found.map(({ where }) => `(SELECT id FROM executions WHERE ${where} LIMIT {limit:UInt32})`).join(" UNION ALL ");
  const [row] = await clickhouse.query<{ readonly counted: number }>(`SELECT uniqExact(id) AS counted FROM (${united})`, {
    ...parameters,
    limit,
  });
  return Math.min(row?.counted ?? 0, limit);
}

/**
 * Finds one execution by its id. The id contains its time, so the month around it is searched first; if a clock was set back, the time in the id is
 * too late, and the index on ids finds it in the rest.
 */
export async function findExecution(clickhouse: ClickHouse, organisationId: string, id: string): Promise<ExecutionRow | undefined> {
  const around = idMillis(id) * 1000;
  const ask = async (condition: string) => {
    const [row] = await clickhouse.query<Answered>(
      `SELECT ${columns} FROM executions WHERE organisation = {organisation:String} AND id = {id:String}${condition} LIMIT 1`,
      { organisation: organisationId, id, from: around - dayMicros, to: around + dayMicros },
    );
    return row === undefined ? undefined : rowOf(row);
  };
  const near = " AND started BETWEEN fromUnixTimestamp64Micro({from:Int64}, 'UTC') AND fromUnixTimestamp64Micro({to:Int64}, 'UTC')";
  return (await ask(near)) ?? (await ask(""));
}
