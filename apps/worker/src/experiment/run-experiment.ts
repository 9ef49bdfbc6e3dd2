import { firstRecords } from "@airlock/contract";
import type { SqlLayout, SqlQuery, SqlRange } from "@airlock/engine/sql";
import {
  createExperimentTable,
  experimentPartTable,
  experimentStagePrefix,
  experimentTable,
  type CarriedColumn,
} from "@airlock/backend/datasets";
import { createSqlLists, dropSqlLists, sqlLists } from "@airlock/backend/lists";
import type { JobData } from "@airlock/platform/jobs";
import type { Tx } from "@airlock/platform/postgres";
import { killWhenAborted } from "../lease/kill-when-aborted.ts";
import { LeaseLost, withLease, type Lease } from "../lease/lease.ts";
import type { Rows } from "../rows/rows.ts";
import { NotWanted } from "../rows/not-wanted.ts";
import { flowQuery } from "./flow-query.ts";
import type { OverRowsParts } from "./over-rows.ts";
import { dropLeftovers } from "./remove-results.ts";
import { beginResult, endResult, isResultWanted, isWritten, keepProgress, type TakenResult } from "./result-row.ts";
import { isLasting, sentenceOf } from "./run-failure.ts";
import { countRows, dropStages, dropTable, extentOf, fillPart, placePart, type Carried } from "./run-range.ts";
import { summarise } from "./summarise.ts";

const giveUpMillis = 3 * 3_600_000;

/**
 * Runs the flow as SQL in ClickHouse, a range of rows at a time. A worker writes a range into a table of its own and then replaces a partition of the
 * result's table with it atomically: if a worker dies or two run the same range, each row is still stored once.
 */
export function createRunExperiment(parts: OverRowsParts): (data: JobData["experiment.run"]) => Promise<void> {
  const { postgres, clickhouse, cluster, log } = parts;

  return async ({ organisationId, resultId }) => {
    const isWanted = (tx: Tx) => isResultWanted(tx, resultId);
    await withLease(parts, { organisationId, jobId: resultId, isWanted }, runWithLease);
  };

  async function runWithLease(lease: Lease): Promise<void> {
    const { organisationId, jobId: resultId } = lease;
    const taken = await beginResult(lease);
    const stopKilling = killWhenAborted(parts, experimentPartTable(resultId, lease.owner), lease.signal, (error) =>
      log.debug({ err: error, resultId }, "queries of an experiment were not killed"),
    );
    try {
      await run(lease, taken);
    } catch (error) {
      if (error instanceof LeaseLost || error instanceof NotWanted || !(await lease.isHeld())) {
        if (!(await isWritten(postgres, organisationId, resultId))) await dropTable(parts, experimentTable(resultId));
        return;
      }
      if (parts.stopping.aborted) throw error;
      const isOver = Date.now() - taken.startedAt.getTime() > giveUpMillis;
      if (isLasting(error) || isOver) {
        log.info({ err: error, resultId }, "an experiment failed");
        await endResult(lease, { ok: false, message: sentenceOf(error) });
        await dropTable(parts, experimentTable(resultId));
        return;
      }
      await keepProgress(lease, { message: `${sentenceOf(error)} It is tried again.` });
      throw error;
    } finally {
      stopKilling();
      await dropOwn(lease, taken)
        .then(() => parts.rows.close(organisationId, resultId))
        .catch((error: unknown) => log.warn({ err: error, resultId }, "tables of a run will be removed later"));
    }
  }

  function rowsOf(lease: Lease, { organisationId, id: runId, datasourceId, mapping, carried, records }: TakenResult): Promise<Rows> {
    const mapped = mapping.flatMap(({ value, useDatasource }) => (useDatasource ? [value] : []));
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

  async function run(lease: Lease, taken: TakenResult): Promise<void> {
    const source = await rowsOf(lease, taken);
    await createSqlLists(
      parts,
      { organisationId: lease.organisationId, userId: null },
      taken.definition,
      experimentStagePrefix(taken.id, lease.owner),
    );
    const { total, last } = await extentOf(parts, source.table, taken.records === "all" ? undefined : firstRecords);
    const described = queryOf(lease, taken, { from: 0, to: 1 }, total, source);
    const table = experimentTable(taken.id);
    const part = experimentPartTable(taken.id, lease.owner);
    const { carried, rangeRows } = taken;
    for (const name of [table, part]) {
      await clickhouse.command(createExperimentTable(name, described.layout, rangeRows, cluster, carried));
    }
    let rows = taken.rows;
    await keepProgress(lease, { total_rows: total, message: "" });
    for (let from = taken.nextRow; from <= last; from += taken.rangeRows) {
      parts.stopping.throwIfAborted();
      const to = Math.min(from + taken.rangeRows, last + 1);
      const range = { table: source.table, range: { from, to }, columns: carried };
      rows += await runRange(lease, [table, part], queryOf(lease, taken, { from, to }, total, source), range, from / taken.rangeRows);
      await keepProgress(lease, { next_row: from + taken.rangeRows, rows });
    }
    await finish(lease, table, described.layout, carried, total);
  }

  /** Returns the number of rows in the range. */
  async function runRange(
    lease: Lease,
    [table, part]: readonly [table: string, part: string],
    query: SqlQuery,
    carried: Carried,
    partition: number,
  ): Promise<number> {
    await fillPart(parts, part, query, carried);
    const count = await countRows(parts, part);
    if (!(await lease.isHeld())) throw new LeaseLost();
    if (count > 0) await placePart(parts, table, part, partition);
    return count;
  }

  async function finish(lease: Lease, table: string, layout: SqlLayout, carried: readonly CarriedColumn[], total: number): Promise<void> {
    const { rows, fields, outcomes } = await summarise(clickhouse, table, layout, carried);
    if (rows !== total) {
      await keepProgress(lease, { next_row: 0, rows: 0 });
      throw new Error(`The table of the result ${lease.jobId} has ${rows} rows instead of ${total}.`);
    }
    await endResult(lease, { ok: true, layout, fields, outcomes });
    await dropLeftovers(parts, lease.jobId).catch((error: unknown) => log.warn({ err: error }, "tables of a run will be removed later"));
  }

  function queryOf({ owner }: Lease, taken: TakenResult, range: SqlRange, rows: number, source?: Rows): SqlQuery {
    return flowQuery(
      { ...taken, ...(source === undefined ? {} : { source }), stagePrefix: experimentStagePrefix(taken.id, owner) },
      range,
      rows,
    );
  }

  async function dropOwn(lease: Lease, taken: TakenResult): Promise<void> {
    await dropStages(parts, queryOf(lease, taken, { from: 0, to: 1 }, 0));
    await dropSqlLists(parts, sqlLists(taken.definition, experimentStagePrefix(taken.id, lease.owner)));
    await dropTable(parts, experimentPartTable(taken.id, lease.owner));
  }
}
