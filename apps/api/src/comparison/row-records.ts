import { maxOutcomes, otherOutcomes, type ComparedRecordQuery, type ComparisonSummary } from "@airlock/contract";
import { encodeRecord, evaluateWithEffects, explain, readInput, type Effects, type Execution, type Plan } from "@airlock/engine";
import { firstDifference } from "@airlock/engine/compare";
import { decodeRow, type SqlLayout } from "@airlock/engine/sql";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { carriedName, experimentTable, type ComparedSide } from "@airlock/backend/datasets";
import { carriedData } from "../experiment/carried-data.ts";
import type { DatasourceState } from "@airlock/backend/datasets";
import { recordFields, tracedFields, type BothRuns, type PlainFields } from "./both-runs.ts";
import type { ComparedRecords } from "./compared-records.ts";
import type { ComparedFlows } from "./plans.ts";
import type { ComparisonRow, Layouts } from "./store.ts";

/** The models and lists that each flow ran with. */
type SideEffects = Readonly<Record<ComparedSide, Effects>>;

const rowNumber = /^\d{1,15}$/;

/** For a comparison over a datasource: one table has the rows of both flows. */
export function rowRecords(
  clickhouse: ClickHouse,
  row: ComparisonRow,
  flows: ComparedFlows,
  openEffects: () => Promise<SideEffects>,
  layouts: Layouts,
): ComparedRecords {
  const table = experimentTable(row.id);
  let opened: Promise<SideEffects> | undefined;
  const effectsOnce = () => (opened ??= openEffects());
  const { carry = [] } = row.datasource as DatasourceState; // Written when it was requested.
  const stored = carry.map((_, index) => carriedName(index));
  const columns = ["row", "outcome_left", "outcome_right", ...names("left_", layouts.left), ...names("right_", layouts.right), ...stored];

  async function find(where: string, parameters: Readonly<Record<string, unknown>>, limit: number) {
    const answer = await clickhouse.client.query({
      query: `SELECT ${columns.join(", ")} FROM ${table} WHERE ${where} ORDER BY row LIMIT {limit:UInt32}`,
      query_params: { ...parameters, limit },
      format: "JSONCompactEachRow",
    });
    const found = await answer.json<readonly unknown[]>();
    const effects = await effectsOnce();
    return Promise.all(
      found.map((cells) => {
        const flowCells = cells.slice(0, cells.length - carry.length);
        return readRow(flowCells, carriedData(carry, cells.slice(flowCells.length)), { flows, effects, layouts });
      }),
    );
  }

  return {
    list: async (query) => {
      if (query.after !== undefined && !rowNumber.test(query.after)) return undefined;
      const { sql, parameters } = whereOf(query, row.summary as ComparisonSummary, layouts, stored); // Written by the worker.
      const after = Number(query.after ?? 0);
      const [found, [counted]] = await Promise.all([
        find(`${sql} AND row > {after:UInt64}`, { ...parameters, after }, query.limit + 1),
        clickhouse.query<{ readonly total: number }>(`SELECT count() AS total FROM ${table} WHERE ${sql}`, parameters),
      ]);
      const page = found.slice(0, query.limit);
      const last = found.length > query.limit ? page.at(-1)?.plain.recordId : undefined;
      return {
        items: page.map(({ plain, both }) => recordFields(plain, row.outcome_field, flows, both)),
        total: counted?.total ?? 0,
        next: last,
      };
    },
    read: async (recordId) => {
      if (!rowNumber.test(recordId)) return undefined;
      const [found] = await find("row = {number:UInt64} AND state = 1", { number: Number(recordId) }, 1);
      if (found === undefined) return undefined;
      // The inputs of both flows; the new flow gets those that it has fields for.
      const names = new Set(flows.right.definition.applicationDatasetFields.map(({ name }) => name));
      const own = Object.fromEntries(Object.entries(found.both?.applicationData ?? {}).filter(([name]) => names.has(name)));
      const { right } = await effectsOnce();
      const run = (plan: Plan) => runOn(plan, right, own);
      return tracedFields(found.plain, row.outcome_field, flows, found.both, run);
    },
  };
}

function names(prefix: string, { columns }: SqlLayout): readonly string[] {
  return columns.slice(1).map((name) => `${prefix}${name}`);
}

interface Where {
  readonly sql: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

function whereOf(
  { any, from, to, search }: ComparedRecordQuery,
  { outcomes }: ComparisonSummary,
  layouts: Layouts,
  carried: readonly string[],
): Where {
  const known = outcomes.map(({ outcome }) => outcome);
  // Further outcomes are shown as one, but have their own names in the table.
  const is = (column: string, parameter: string, outcome: string) =>
    outcome === otherOutcomes && known.length > maxOutcomes
      ? `NOT has({known:Array(String)}, ${column})`
      : `${column} = {${parameter}:String}`;
  const conditions = [
    "state = 1",
    ...(any === "true" ? [] : ["outcome_left != outcome_right"]),
    ...(from === undefined ? [] : [is("outcome_left", "from", from)]),
    ...(to === undefined ? [] : [is("outcome_right", "to", to)]),
    ...(search === undefined || search === "" ? [] : [holds(layouts, carried)]),
  ];
  return { sql: conditions.join(" AND "), parameters: { from: from ?? "", to: to ?? "", search: search ?? "", known } };
}

function holds({ left, right }: Layouts, carried: readonly string[]): string {
  const texts = (prefix: string, { application, runtime }: SqlLayout) => [
    ...application.map((_, at) => `ifNull(toString(${prefix}a${at}), '')`),
    ...runtime.map((_, at) => `ifNull(toString(${prefix}r${at}), '')`),
  ];
  const own = carried.map((name) => `ifNull(toString(${name}), '')`);
  const all = ["outcome_left", "outcome_right", ...texts("left_", left), ...texts("right_", right), ...own];
  return `arrayExists(text -> positionCaseInsensitiveUTF8(text, {search:String}) > 0, [${all.join(", ")}])`;
}

/** Runs the row again with both flows, with all steps. */
async function readRow(
  cells: readonly unknown[],
  carried: PlainFields["carriedData"],
  { flows, effects, layouts }: { readonly flows: ComparedFlows; readonly effects: SideEffects; readonly layouts: Layouts },
): Promise<{ readonly plain: PlainFields; readonly both: BothRuns | undefined }> {
  const row = Number(cells[0]);
  const ends = 3 + layouts.left.columns.length - 1;
  const left = await again(flows.left.plan, effects.left, layouts.left, [row, ...cells.slice(3, ends)]);
  const right = await again(flows.right.plan, effects.right, layouts.right, [row, ...cells.slice(ends)]);
  const both =
    left === undefined || right === undefined
      ? undefined
      : { applicationData: { ...left.applicationData, ...right.applicationData }, left: left.execution, right: right.execution };
  const first =
    both && firstDifference(explain(flows.left.plan, encodeRecord(both.left)), explain(flows.right.plan, encodeRecord(both.right)));
  return {
    plain: {
      recordId: String(row),
      executionWss: null,
      started: null,
      row,
      carriedData: carried,
      outcomeLeft: String(cells[1]),
      outcomeRight: String(cells[2]),
      firstNode: first?.nodeId ?? "",
      firstLink: first?.linkId ?? "",
    },
    both,
  };
}

async function again(
  plan: Plan,
  effects: Effects,
  layout: SqlLayout,
  cells: readonly unknown[],
): Promise<{ readonly applicationData: BothRuns["applicationData"]; readonly execution: Execution } | undefined> {
  const decoded = decodeRow(layout, cells);
  if (!decoded.ok) return undefined;
  const execution = await runOn(plan, effects, decoded.applicationData);
  return execution && { applicationData: decoded.applicationData, execution };
}

async function runOn(plan: Plan, effects: Effects, applicationData: BothRuns["applicationData"]): Promise<Execution | undefined> {
  const read = readInput(plan, applicationData);
  return read.ok ? evaluateWithEffects(plan, read.input, effects, new AbortController().signal) : undefined;
}
