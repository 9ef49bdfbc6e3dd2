import { firstRecords } from "@airlock/contract";
import { comparedState, outcomeText, type SqlLayout, type SqlQuery, type SqlRange } from "@airlock/engine/sql";
import {
  onCluster,
  createComparedTable,
  createExperimentTable,
  experimentPartTable,
  experimentSideTable,
  experimentTable,
  type ComparedSide,
} from "@airlock/backend/datasets";
import { createSqlLists, dropSqlLists, sqlLists } from "@airlock/backend/lists";
import type { JobData } from "@airlock/platform/jobs";
import type { Tx } from "@airlock/platform/postgres";
import { flowQuery } from "../experiment/flow-query.ts";
import type { OverRowsParts } from "../experiment/over-rows.ts";
import { dropLeftovers } from "../experiment/remove-results.ts";
import { isLasting, sentenceOf } from "../experiment/run-failure.ts";
import { carriedRows, countRows, dropStages, dropTable, extentOf, fillPart, placePart, type Carried } from "../experiment/run-range.ts";
import { killWhenAborted } from "../lease/kill-when-aborted.ts";
import { LeaseLost, withLease, type Lease } from "../lease/lease.ts";
import type { Rows } from "../rows/rows.ts";
import { NotWanted } from "../rows/not-wanted.ts";
import { beginComparison, endComparison, isComparisonWanted, isWritten, keepProgress, type TakenComparison } from "./comparison-row.ts";
import { roomy } from "./roomy.ts";
import { summariseRows } from "./summarise-rows.ts";

const giveUpMillis = 6 * 3_600_000;
const sides = ["left", "right"] as const;
/** Both tables are sorted by row, so a merge join needs no hash table in memory. */
const inOrder = { join_algorithm: "full_sorting_merge" } as const;

/**
 * Runs both flows as SQL in ClickHouse over the same range of rows, joins their results, and replaces the range's partition atomically, like an
 * experiment: if a worker dies or two run the same range, each row is still stored once. The summary is computed at the end.
 */
export function createRunOverRows(parts: OverRowsParts): (data: JobData["comparison.run"]) => Promise<void> {
  const { postgres, clickhouse, cluster, log } = parts;

  return async ({ organisationId, comparisonId }) => {
    const isWanted = (tx: Tx) => isComparisonWanted(tx, comparisonId);
    await withLease(parts, { organisationId, jobId: comparisonId, isWanted }, runWithLease);
  };

  async function runWithLease(lease: Lease): Promise<void> {
    const taken = await beginComparison(lease);
    if (taken === undefined) return;
    const { organisationId, jobId: comparisonId } = lease;
    const stopKilling = killWhenAborted(parts, experimentPartTable(comparisonId, lease.owner), lease.signal, (error) =>
      log.debug({ err: error, comparisonId }, "queries of a comparison were not killed"),
    );
    try {
      await run(lease, taken);
    } catch (error) {
      if (error instanceof LeaseLost || error instanceof NotWanted || !(await lease.isHeld())) {
        if (!(await isWritten(postgres, organisationId, comparisonId))) await dropTable(parts, experimentTable(comparisonId));
        return;
      }
      if (parts.stopping.aborted) throw error;
      const isOver = Date.now() - taken.createdAt.getTime() > giveUpMillis;
      if (isLasting(error) || isOver) {
        log.info({ err: error, comparisonId }, "a comparison failed");
        await endComparison(lease, { ok: false, message: sentenceOf(error) });
        await dropTable(parts, experimentTable(comparisonId));
        return;
      }
      await keepProgress(lease, { message: `${sentenceOf(error)} It is tried again.` });
      throw error;
    } finally {
      stopKilling();
      await dropOwn(lease, taken)
        .then(() => parts.rows.close(organisationId, comparisonId))
        .catch((error: unknown) => log.warn({ err: error, comparisonId }, "tables of a comparison will be removed later"));
    }
  }

  function rowsOf(lease: Lease, { organisationId, id: runId, datasourceId, mappings, carried, records }: TakenComparison): Promise<Rows> {
    const mapped = [...mappings.left, ...mappings.right].flatMap(({ value, useDatasource }) => (useDatasource ? [value] : []));
    const names = new Set([...mapped, ...carried.map(({ name }) => name)]);
    return parts.rows.open({
      organisationId,
      runId,
      datasourceId,
      needs: ({ name }) => names.has(name),
      ...(records === "all" ? {} : { maxRows: firstRecords }),
      isWanted: () => lease.isHeld(),
      tell: (message) => keepProgress(lease, { message }),
    });
  }

  async function run(lease: Lease, taken: TakenComparison): Promise<void> {
    const source = await rowsOf(lease, taken);
    for (const side of sides) {
      const tenant = { organisationId: lease.organisationId, userId: null };
      await createSqlLists(parts, tenant, taken.flows[side].definition, stagePrefixOf(lease, taken, side));
    }
    const { total, last } = await extentOf(parts, source.table, taken.records === "all" ? undefined : firstRecords);
    const layouts = {
      left: queryOf(lease, taken, "left", { from: 0, to: 1 }, total, source).layout,
      right: queryOf(lease, taken, "right", { from: 0, to: 1 }, total, source).layout,
    };
    const [table, part] = [experimentTable(taken.id), experimentPartTable(taken.id, lease.owner)];
    for (const name of [table, part]) await clickhouse.command(createComparedTable(name, layouts, taken.rangeRows, cluster, taken.carried));
    for (const side of sides) {
      const own = experimentSideTable(taken.id, lease.owner, side);
      await clickhouse.command(createExperimentTable(own, layouts[side], taken.rangeRows, cluster));
    }
    let { rows } = taken;
    await keepProgress(lease, { total_rows: total, message: "" });
    for (let from = taken.nextRow; from <= last; from += taken.rangeRows) {
      parts.stopping.throwIfAborted();
      const range = { from, to: Math.min(from + taken.rangeRows, last + 1) };
      const carried = { table: source.table, range, columns: taken.carried };
      const queryFor = (side: ComparedSide) => queryOf(lease, taken, side, range, total, source);
      rows += await runRange(lease, taken, layouts, { queryFor, carried }, from / taken.rangeRows);
      await keepProgress(lease, { next_row: from + taken.rangeRows, rows });
    }
    await finish(lease, taken, layouts, total);
  }

  /** Returns the number of rows in the range. */
  async function runRange(
    lease: Lease,
    taken: TakenComparison,
    layouts: Readonly<Record<ComparedSide, SqlLayout>>,
    { queryFor, carried }: { readonly queryFor: (side: ComparedSide) => SqlQuery; readonly carried: Carried },
    partition: number,
  ): Promise<number> {
    const part = experimentPartTable(taken.id, lease.owner);
    for (const side of sides) {
      await fillPart(parts, experimentSideTable(taken.id, lease.owner, side), queryFor(side));
    }
    await clickhouse.command(`TRUNCATE TABLE ${part}${onCluster(cluster)} SYNC`);
    await clickhouse.client.command({ query: putTogether(lease, taken, layouts, carried), clickhouse_settings: { ...roomy, ...inOrder } });
    const count = await countRows(parts, part);
    if (!(await lease.isHeld())) throw new LeaseLost();
    if (count > 0) await placePart(parts, experimentTable(taken.id), part, partition);
    return count;
  }

  async function finish(
    lease: Lease,
    taken: TakenComparison,
    layouts: Readonly<Record<ComparedSide, SqlLayout>>,
    total: number,
  ): Promise<void> {
    const table = experimentTable(taken.id);
    const rows = await countRows(parts, table);
    if (rows !== total) {
      await keepProgress(lease, { next_row: 0, rows: 0 });
      throw new Error(`The table of the comparison ${taken.id} has ${rows} rows instead of ${total}.`);
    }
    const summary = await summariseRows(clickhouse, table, taken.flows, layouts);
    await endComparison(lease, { ok: true, summary, layouts });
    await dropLeftovers(parts, taken.id).catch((error: unknown) =>
      log.warn({ err: error }, "tables of a comparison will be removed later"),
    );
  }

  function queryOf(lease: Lease, taken: TakenComparison, side: ComparedSide, range: SqlRange, rows: number, source?: Rows): SqlQuery {
    const { definition, behaviour } = taken.flows[side];
    const { datasourceId, columns } = taken;
    const stagePrefix = stagePrefixOf(lease, taken, side);
    const [models, mapping] = [taken.models[side], taken.mappings[side]];
    const flow = { definition, behaviour, models, datasourceId, columns, mapping, stagePrefix };
    return flowQuery({ ...flow, ...(source === undefined ? {} : { source }) }, range, rows);
  }

  async function dropOwn(lease: Lease, taken: TakenComparison): Promise<void> {
    for (const side of sides) {
      await dropStages(parts, queryOf(lease, taken, side, { from: 0, to: 1 }, 0));
      await dropSqlLists(parts, sqlLists(taken.flows[side].definition, stagePrefixOf(lease, taken, side)));
      await dropTable(parts, experimentSideTable(taken.id, lease.owner, side));
    }
    await dropTable(parts, experimentPartTable(taken.id, lease.owner));
  }
}

function stagePrefixOf({ owner }: Lease, { id }: TakenComparison, side: ComparedSide): string {
  return `${experimentSideTable(id, owner, side)}_`;
}

/** Of one range, both flows' rows as one. */
function putTogether(
  { owner }: Lease,
  { id, outcomeField }: TakenComparison,
  layouts: Readonly<Record<ComparedSide, SqlLayout>>,
  carried: Carried,
): string {
  const left = { layout: layouts.left, prefix: "l." };
  const right = { layout: layouts.right, prefix: "r." };
  const columns: readonly (readonly [string, string])[] = [
    ["row", "l.row"],
    ["state", comparedState(left, right)],
    ["outcome_left", outcomeText(left, outcomeField)],
    ["outcome_right", outcomeText(right, outcomeField)],
    ...layouts.left.columns.slice(1).map((name) => [`left_${name}`, `l.${name}`] as const),
    ...layouts.right.columns.slice(1).map((name) => [`right_${name}`, `r.${name}`] as const),
    ...carried.columns.map(({ stored }) => [stored, `own.${stored}`] as const),
  ];
  const own = carried.columns.length === 0 ? "" : ` LEFT JOIN (${carriedRows(carried)}) AS own ON l.row = own.row`;
  return `INSERT INTO ${experimentPartTable(id, owner)} (${columns.map(([name]) => name).join(", ")})
    SELECT ${columns.map(([, sql]) => sql).join(", ")}
    FROM ${experimentSideTable(id, owner, "left")} AS l INNER JOIN ${experimentSideTable(id, owner, "right")} AS r ON l.row = r.row${own}`;
}
