import type { ComparedRecordQuery } from "@airlock/contract";
import { RecordMismatch, type Plan } from "@airlock/engine";
import { runBoth } from "@airlock/engine/compare";
import { isId } from "@airlock/platform";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { readPosition, writePosition } from "../execution/position.ts";
import type { Position } from "../execution/store.ts";
import { recordFields, tracedFields, type BothRuns, type PlainFields } from "./both-runs.ts";
import type { ComparedRecords } from "./compared-records.ts";
import type { ComparedFlows } from "./plans.ts";
import { sideIn } from "./resource.ts";
import type { ComparisonRow } from "./store.ts";

/** An execution with different results, as stored by the worker. */
interface FoundRecord {
  readonly id: string;
  /** Microseconds since the epoch. */
  readonly at: number;
  readonly outcome_left: string;
  readonly outcome_right: string;
  readonly first_node: string;
  readonly first_link: string;
}

const holding =
  "organisation = {organisation:String} AND version = {version:String} AND positionCaseInsensitiveUTF8(record, {search:String}) > 0";
const columns = "id, toUnixTimestamp64Micro(started) AS at, outcome_left, outcome_right, first_node, first_link";

async function findRecords(
  clickhouse: ClickHouse,
  { organisation, version, comparison }: { readonly organisation: string; readonly version: string; readonly comparison: string },
  query: ComparedRecordQuery,
  after: Position | undefined,
): Promise<{ readonly rows: readonly FoundRecord[]; readonly total: number }> {
  const conditions = [
    "organisation = {organisation:String} AND comparison = {comparison:String}",
    ...(query.any === "true" ? [] : ["outcome_left != outcome_right"]),
    ...(query.from === undefined ? [] : ["outcome_left = {from:String}"]),
    ...(query.to === undefined ? [] : ["outcome_right = {to:String}"]),
    ...(query.search === undefined || query.search === "" ? [] : [`id IN (SELECT id FROM executions WHERE ${holding})`]),
  ];
  const beyond = after === undefined ? [] : ["(started, id) < (fromUnixTimestamp64Micro({afterStarted:Int64}, 'UTC'), {afterId:String})"];
  const parameters = {
    organisation,
    version,
    comparison,
    // Texts of an execution record are JSON, so the search text is encoded the same way, without its quotes.
    search: JSON.stringify(query.search ?? "").slice(1, -1),
    from: query.from ?? "",
    to: query.to ?? "",
    afterStarted: after?.started ?? 0,
    afterId: after?.id ?? "",
    limit: query.limit + 1,
  };
  const where = (...more: readonly string[]) => [...conditions, ...more].join(" AND ");
  const [rows, [counted]] = await Promise.all([
    clickhouse.query<FoundRecord>(
      `SELECT ${columns} FROM comparison_records FINAL WHERE ${where(...beyond)} ORDER BY started DESC, id DESC LIMIT {limit:UInt32}`,
      parameters,
    ),
    clickhouse.query<{ readonly total: number }>(`SELECT count() AS total FROM comparison_records FINAL WHERE ${where()}`, parameters),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

async function findRecord(clickhouse: ClickHouse, organisation: string, comparison: string, id: string): Promise<FoundRecord | undefined> {
  const [row] = await clickhouse.query<FoundRecord>(
    `SELECT ${columns} FROM comparison_records FINAL
     WHERE organisation = {organisation:String} AND comparison = {comparison:String} AND id = {id:String} LIMIT 1`,
    { organisation, comparison, id },
  );
  return row;
}

/** The execution records by id, from which values are computed again. Erased and dropped ones are absent. */
async function readRecords(
  clickhouse: ClickHouse,
  organisation: string,
  version: string,
  found: readonly FoundRecord[],
): Promise<ReadonlyMap<string, string>> {
  if (found.length === 0) return new Map();
  const times = found.map(({ at }) => at);
  const rows = await clickhouse.query<{ readonly id: string; readonly record: string }>(
    `SELECT id, any(record) AS record FROM executions
     WHERE organisation = {organisation:String} AND version = {version:String} AND erased = 0 AND id IN {ids:Array(String)}
       AND started >= fromUnixTimestamp64Micro({first:Int64}, 'UTC') AND started <= fromUnixTimestamp64Micro({last:Int64}, 'UTC')
     GROUP BY id`,
    { organisation, version, ids: found.map(({ id }) => id), first: Math.min(...times), last: Math.max(...times) },
  );
  return new Map(rows.map(({ id, record }) => [id, record]));
}

/** Runs both flows again; undefined if the execution record was erased or dropped. */
async function again(flows: ComparedFlows, row: ComparisonRow, record: string | undefined): Promise<BothRuns | undefined> {
  if (record === undefined) return undefined;
  const isLeft = row.executions_of === "left";
  const [own, other] = isLeft ? [flows.left.plan, flows.right.plan] : [flows.right.plan, flows.left.plan];
  try {
    const both = await runBoth(own, other, record);
    if (!both.ok) return undefined;
    const { applicationData, recorded } = both;
    return { applicationData, left: isLeft ? recorded : both.other, right: isLeft ? both.other : recorded };
  } catch (error) {
    if (error instanceof RecordMismatch) return undefined;
    throw error;
  }
}

function plainFields({ id, at, outcome_left, outcome_right, first_node, first_link }: FoundRecord): PlainFields {
  return {
    recordId: id,
    executionWss: id,
    started: new Date(at / 1000).toISOString(),
    row: null,
    carriedData: {},
    outcomeLeft: outcome_left,
    outcomeRight: outcome_right,
    firstNode: first_node,
    firstLink: first_link,
  };
}

/** For a comparison over past executions: only the ids of different ones are stored; their values are read from the executions. */
export function executionRecords(clickhouse: ClickHouse, organisation: string, row: ComparisonRow, flows: ComparedFlows): ComparedRecords {
  const version = sideIn(row.executions_of === "left" ? row.left_side : row.right_side).versionId ?? "";
  return {
    list: async (query) => {
      const after = query.after === undefined ? undefined : readPosition(query.after);
      if (query.after !== undefined && after === undefined) return undefined;
      const { rows, total } = await findRecords(clickhouse, { organisation, version, comparison: row.id }, query, after);
      const page = rows.slice(0, query.limit);
      const records = await readRecords(clickhouse, organisation, version, page);
      const items = [];
      for (const found of page) {
        items.push(recordFields(plainFields(found), row.outcome_field, flows, await again(flows, row, records.get(found.id))));
      }
      const last = rows.length > query.limit ? page.at(-1) : undefined;
      return { items, total, next: last && writePosition({ started: last.at, id: last.id }) };
    },
    read: async (recordId) => {
      if (!isId(recordId)) return undefined;
      const found = await findRecord(clickhouse, organisation, row.id, recordId);
      if (found === undefined) return undefined;
      const record = (await readRecords(clickhouse, organisation, version, [found])).get(found.id);
      const own = row.executions_of === "left" ? flows.left.plan : flows.right.plan;
      const run = async (plan: Plan) => {
        const both = record === undefined ? undefined : await runBoth(own, plan, record);
        return both?.ok === true ? both.other : undefined;
      };
      return tracedFields(plainFields(found), row.outcome_field, flows, await again(flows, row, record), run);
    },
  };
}
