import { firstRecords } from "@airlock/contract";
import type { SqlLayout, SqlQuery, SqlRange } from "@airlock/engine/sql";
import { createExperimentTable, experimentPartTable, experimentStagePrefix, experimentTable } from "@airlock/platform/experiment-tables";
import type { JobData } from "@airlock/platform/jobs";
import type { Rows } from "../rows/datasource-rows.ts";
import { NotWanted } from "../rows/not-wanted.ts";
import { flowQuery } from "./flow-query.ts";
import { NotOurs, type OverRowsParts } from "./over-rows.ts";
import { dropLeftovers } from "./remove-results.ts";
import { endResult, isOurs, isWritten, keepProgress, takeResult, type TakenResult } from "./result-row.ts";
import { isLasting, sentenceOf } from "./run-failure.ts";
import { countRows, dropStages, dropTable, endUnwanted, extentOf, fillPart, placePart } from "./run-range.ts";
import { summarise } from "./summarise.ts";

const giveUpMillis = 3 * 3_600_000;

/**
 * Runs the flow as SQL inside ClickHouse, a range of rows at a time. A worker writes a range into a table that only it knows and then
 * puts it in its place whole, as a partition of the result's table: whatever dies, and whoever runs it twice, each row is there once.
 */
export function createRunExperiment(parts: OverRowsParts): (data: JobData["experiment.run"]) => Promise<void> {
  const { postgres, clickhouse, cluster, log } = parts;

  return async ({ organisationId, resultId }) => {
    const tenant = { organisationId, userId: null };
    const taken = await takeResult(postgres, tenant, resultId);
    if (taken === undefined) return;
    const stopWatching = watch(taken);
    try {
      await run(taken);
    } catch (error) {
      if (error instanceof NotOurs || error instanceof NotWanted || !(await isOurs(postgres, tenant, taken))) {
        if (!(await isWritten(postgres, tenant, taken.id))) await dropTable(parts, experimentTable(taken.id));
        return;
      }
      const isOver = Date.now() - taken.startedAt.getTime() > giveUpMillis;
      if (isLasting(error) || isOver) {
        log.info({ err: error, resultId }, "an experiment failed");
        if (await endResult(postgres, tenant, taken, { ok: false, message: sentenceOf(error) }))
          await dropTable(parts, experimentTable(taken.id));
        return;
      }
      await keepProgress(postgres, tenant, taken, { message: `${sentenceOf(error)} It is tried again.` });
      throw error;
    } finally {
      stopWatching();
      await dropOwn(taken)
        .then(() => parts.rows.close(organisationId, resultId))
        .catch((error: unknown) => log.warn({ err: error, resultId }, "what a run left is removed later"));
    }
  };

  function rowsOf(taken: TakenResult): Promise<Rows> {
    const { organisationId, id: runId, datasourceId, mapping, records } = taken;
    const tenant = { organisationId, userId: null };
    const names = new Set(mapping.flatMap(({ value, useDatasource }) => (useDatasource ? [value] : [])));
    return parts.rows.open({
      organisationId,
      runId,
      datasourceId,
      needs: ({ name }) => names.has(name),
      ...(records === "all" ? {} : { atMost: firstRecords }),
      isWanted: () => isOurs(postgres, tenant, taken),
      tell: async (message) => {
        await keepProgress(postgres, tenant, taken, { message });
      },
    });
  }

  async function run(taken: TakenResult): Promise<void> {
    const tenant = { organisationId: taken.organisationId, userId: null };
    const source = await rowsOf(taken);
    const { total, last } = await extentOf(parts, source.table, taken.records === "all" ? undefined : firstRecords);
    const described = queryOf(taken, { from: 0, to: 1 }, total, source);
    const table = experimentTable(taken.id);
    const part = experimentPartTable(taken.id, taken.lease);
    for (const name of [table, part]) await clickhouse.command(createExperimentTable(name, described.layout, taken.rangeRows, cluster));
    let rows = taken.rows;
    if (!(await keepProgress(postgres, tenant, taken, { total_rows: total, message: "" }))) throw new NotOurs();
    for (let from = taken.nextRow; from <= last; from += taken.rangeRows) {
      parts.stopping.throwIfAborted();
      const to = Math.min(from + taken.rangeRows, last + 1);
      rows += await runRange(taken, table, part, queryOf(taken, { from, to }, total, source), from / taken.rangeRows);
      if (!(await keepProgress(postgres, tenant, taken, { next_row: from + taken.rangeRows, rows }))) throw new NotOurs();
    }
    await finish(taken, table, described.layout, total);
  }

  /** Answers how many rows it had. */
  async function runRange(taken: TakenResult, table: string, part: string, query: SqlQuery, partition: number): Promise<number> {
    await fillPart(parts, part, query);
    const count = await countRows(parts, part);
    if (!(await isOurs(postgres, { organisationId: taken.organisationId, userId: null }, taken))) throw new NotOurs();
    if (count > 0) await placePart(parts, table, part, partition);
    return count;
  }

  async function finish(taken: TakenResult, table: string, layout: SqlLayout, total: number): Promise<void> {
    const tenant = { organisationId: taken.organisationId, userId: null };
    const { rows, fields, outcomes } = await summarise(clickhouse, table, layout);
    if (rows !== total) {
      await keepProgress(postgres, tenant, taken, { next_row: 0, rows: 0 });
      throw new Error(`The table of the result ${taken.id} has ${rows} rows instead of ${total}.`);
    }
    if (!(await endResult(postgres, tenant, taken, { ok: true, layout, fields, outcomes }))) throw new NotOurs();
    await dropLeftovers(parts, taken.id).catch((error: unknown) => log.warn({ err: error }, "what a run left is removed later"));
  }

  function queryOf(taken: TakenResult, range: SqlRange, rows: number, source?: Rows): SqlQuery {
    return flowQuery(
      { ...taken, ...(source === undefined ? {} : { source }), stagePrefix: experimentStagePrefix(taken.id, taken.lease) },
      range,
      rows,
    );
  }

  function watch(taken: TakenResult): () => void {
    const tenant = { organisationId: taken.organisationId, userId: null };
    return endUnwanted(
      parts,
      experimentPartTable(taken.id, taken.lease),
      () => isOurs(postgres, tenant, taken),
      (error) => log.debug({ err: error }, "a run could not be looked after"),
    );
  }

  async function dropOwn(taken: TakenResult): Promise<void> {
    await dropStages(parts, queryOf(taken, { from: 0, to: 1 }, 0));
    await dropTable(parts, experimentPartTable(taken.id, taken.lease));
  }
}
