import type { RefusedRequestCountQuery } from "@airlock/contract";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { Position } from "../execution/store.ts";
import type { Range } from "../stats/granularity.ts";

export interface RefusedRequestRow {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at_ms: number;
  readonly key: string;
  readonly caller: string;
  readonly version: string;
  readonly correlation: string;
  readonly method: string;
  readonly address: string;
  readonly status: number;
  readonly code: string;
  readonly description: string;
  readonly fields: readonly string[];
  readonly messages: readonly string[];
  readonly duration_us: number;
  readonly remote: string;
  readonly agent: string;
  readonly not_stored: number;
}

const columns =
  "id, toUnixTimestamp64Milli(at) AS at_ms, key, caller, version, correlation, method, address, status, code, description, fields, messages, duration_us, remote, agent, not_stored";

/** The filters of the call. `versions`: those of the solution, if it names one. */
export interface Searched {
  readonly filters: Omit<RefusedRequestCountQuery, "gran" | "solution">;
  readonly versions: readonly string[] | undefined;
}

interface Condition {
  readonly sql: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

function conditionOf(organisation: string, { filters, versions }: Searched, after?: Position): Condition {
  const parts = ["organisation = {organisation:String}"];
  const parameters: Record<string, unknown> = { organisation };
  const add = (sql: string, name: string, value: unknown): void => {
    if (value === undefined) return;
    parts.push(sql);
    parameters[name] = value;
  };
  add("at >= parseDateTime64BestEffort({from:String}, 3, 'UTC')", "from", filters.from);
  add("at < parseDateTime64BestEffort({to:String}, 3, 'UTC')", "to", filters.to);
  add("caller = {caller:String}", "caller", filters.caller);
  add("key = {key:String}", "key", filters.key);
  add("status = {status:UInt16}", "status", filters.status);
  add("code = {code:String}", "code", filters.code);
  add("version = {version:String}", "version", filters.version);
  add("version IN {versions:Array(String)}", "versions", versions);
  add("correlation = {correlation:String}", "correlation", filters.search === "" ? undefined : filters.search);
  add("(at, id) < (fromUnixTimestamp64Milli({afterAt:Int64}, 'UTC'), {afterId:String})", "afterAt", after?.started);
  if (after !== undefined) parameters["afterId"] = after.id;
  return { sql: parts.join(" AND "), parameters };
}

/** The newest matches, one more than the page. */
export async function findRefusedRequests(
  clickhouse: ClickHouse,
  organisationId: string,
  searched: Searched,
  page: { readonly limit: number; readonly after: Position | undefined },
): Promise<readonly RefusedRequestRow[]> {
  const { sql, parameters } = conditionOf(organisationId, searched, page.after);
  // Until parts are merged, a row may be duplicated.
  return clickhouse.query<RefusedRequestRow>(
    `SELECT ${columns} FROM refused_requests WHERE ${sql} ORDER BY at DESC, id DESC LIMIT 1 BY id LIMIT {limit:UInt32}`,
    { ...parameters, limit: page.limit + 1 },
  );
}

/** The number of matching rows, up to the limit. */
export async function countRefusedRequests(
  clickhouse: ClickHouse,
  organisationId: string,
  searched: Searched,
  limit: number,
): Promise<number> {
  const { sql, parameters } = conditionOf(organisationId, searched);
  const [row] = await clickhouse.query<{ readonly counted: number }>(
    `SELECT uniqExact(id) AS counted FROM (SELECT id FROM refused_requests WHERE ${sql} LIMIT {limit:UInt32})`,
    { ...parameters, limit },
  );
  return Math.min(row?.counted ?? 0, limit);
}

export interface RefusedCounts {
  readonly buckets: readonly { readonly bucket: number; readonly total: number }[];
  readonly codes: readonly { readonly code: string; readonly status: number; readonly total: number }[];
  readonly callers: readonly { readonly caller: string; readonly total: number }[];
  readonly versions: readonly { readonly version: string; readonly total: number }[];
}

/** Limit per kind: enough for a filter, not for a report. */
const maxGroups = 50;
/** Larger, because several versions belong to one solution. */
const maxVersions = 500;

/** Totals, and counts by each filter. The table is small, so duplicates are not removed. */
export async function sumRefusedRequests(
  clickhouse: ClickHouse,
  organisationId: string,
  searched: Searched,
  range: Range,
): Promise<RefusedCounts> {
  const [from, to] = [range.from, range.to].map((seconds) => new Date(seconds * 1000).toISOString());
  const within: Searched = { ...searched, filters: { ...searched.filters, from, to } };
  const { sql, parameters } = conditionOf(organisationId, within);
  const counted = <Row>(what: string, by: string, limit: number) =>
    clickhouse.query<Row>(
      `SELECT ${what}, sum(1 + not_stored) AS total FROM refused_requests FINAL WHERE ${sql}
       GROUP BY ${by} ORDER BY total DESC, ${by} LIMIT {limit:UInt32}`,
      { ...parameters, limit, seconds: range.granularity.seconds },
    );
  const [buckets, codes, callers, versions] = await Promise.all([
    counted<RefusedCounts["buckets"][number]>(
      "intDiv(toUnixTimestamp(toDateTime(at, 'UTC')), {seconds:UInt32}) * {seconds:UInt32} AS bucket",
      "bucket",
      (range.to - range.from) / range.granularity.seconds,
    ),
    counted<RefusedCounts["codes"][number]>("code, status", "code, status", maxGroups),
    counted<RefusedCounts["callers"][number]>("caller", "caller", maxGroups),
    counted<RefusedCounts["versions"][number]>("version", "version", maxVersions),
  ]);
  return { buckets, codes, callers, versions };
}
