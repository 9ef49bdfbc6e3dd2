import { firstRecords } from "@airlock/contract";
import { comparedState, outcomeText, type SqlLayout, type SqlQuery, type SqlRange } from "@airlock/engine/sql";
import { onCluster } from "@airlock/platform/dataset-tables";
import {
  createComparedTable,
  createExperimentTable,
  experimentPartTable,
  experimentSideTable,
  experimentTable,
  type ComparedSide,
} from "@airlock/platform/experiment-tables";
import type { JobData } from "@airlock/platform/jobs";
import { flowQuery } from "../experiment/flow-query.ts";
import { NotOurs, type OverRowsParts } from "../experiment/over-rows.ts";
import { dropLeftovers } from "../experiment/remove-results.ts";
import { isLasting, sentenceOf } from "../experiment/run-failure.ts";
import { countRows, dropStages, dropTable, endUnwanted, extentOf, fillPart, placePart } from "../experiment/run-range.ts";
import type { Rows } from "../rows/datasource-rows.ts";
import { NotWanted } from "../rows/not-wanted.ts";
import { comparisonRows, type TakenComparison } from "./comparison-row.ts";
import { roomy } from "./roomy.ts";
import { summariseRows } from "./summarise-rows.ts";

const giveUpMillis = 6 * 3_600_000;
const sides = ["left", "right"] as const;
/** Both tables come in the order of their rows, so that nothing is held to find the other. */
const inOrder = { join_algorithm: "full_sorting_merge" } as const;

/**
 * Runs both flows as SQL inside ClickHouse over the same range of rows, puts what they came to side by side, and that in its place
 * whole, as an experiment does: whatever dies, and whoever runs it twice, each row is there once. What is told is counted at the end.
 */
export function createRunOverRows(parts: OverRowsParts): (data: JobData["comparison.run"]) => Promise<void> {
  const { postgres, clickhouse, cluster, log } = parts;
  const rowOf = comparisonRows(postgres);

  return async ({ organisationId, comparisonId }) => {
    const taken = await rowOf.take(organisationId, comparisonId);
    if (taken === undefined) return;
    const stopWatching = endUnwanted(
      parts,
      experimentPartTable(taken.id, taken.lease),
      () => rowOf.isOurs(taken),
      (error) => log.debug({ err: error }, "a comparison could not be looked after"),
    );
    try {
      await run(taken);
    } catch (error) {
      if (error instanceof NotOurs || error instanceof NotWanted || !(await rowOf.isOurs(taken))) {
        if (!(await rowOf.isWritten(taken))) await dropTable(parts, experimentTable(taken.id));
        return;
      }
      const isOver = Date.now() - taken.createdAt.getTime() > giveUpMillis;
      if (isLasting(error) || isOver) {
        log.info({ err: error, comparisonId }, "a comparison failed");
        if (await rowOf.end(taken, { ok: false, message: sentenceOf(error) })) await dropTable(parts, experimentTable(taken.id));
        return;
      }
      await rowOf.keep(taken, { message: `${sentenceOf(error)} It is tried again.` });
      throw error;
    } finally {
      stopWatching();
      await dropOwn(taken)
        .then(() => parts.rows.close(organisationId, comparisonId))
        .catch((error: unknown) => log.warn({ err: error, comparisonId }, "what a comparison left is removed later"));
    }
  };

  function rowsOf(taken: TakenComparison): Promise<Rows> {
    const { organisationId, id: runId, datasourceId, mappings, records } = taken;
    const mapped = [...mappings.left, ...mappings.right];
    const names = new Set(mapped.flatMap(({ value, useDatasource }) => (useDatasource ? [value] : [])));
    return parts.rows.open({
      organisationId,
      runId,
      datasourceId,
      needs: ({ name }) => names.has(name),
      ...(records === "all" ? {} : { atMost: firstRecords }),
      isWanted: () => rowOf.isOurs(taken),
      tell: async (message) => {
        await rowOf.keep(taken, { message });
      },
    });
  }

  async function run(taken: TakenComparison): Promise<void> {
    const source = await rowsOf(taken);
    const { total, last } = await extentOf(parts, source.table, taken.records === "all" ? undefined : firstRecords);
    const layouts = {
      left: queryOf(taken, "left", { from: 0, to: 1 }, total, source).layout,
      right: queryOf(taken, "right", { from: 0, to: 1 }, total, source).layout,
    };
    const [table, part] = [experimentTable(taken.id), experimentPartTable(taken.id, taken.lease)];
    for (const name of [table, part]) await clickhouse.command(createComparedTable(name, layouts, taken.rangeRows, cluster));
    for (const side of sides) {
      const own = experimentSideTable(taken.id, taken.lease, side);
      await clickhouse.command(createExperimentTable(own, layouts[side], taken.rangeRows, cluster));
    }
    let { rows } = taken;
    if (!(await rowOf.keep(taken, { total_rows: total, message: "" }))) throw new NotOurs();
    for (let from = taken.nextRow; from <= last; from += taken.rangeRows) {
      parts.stopping.throwIfAborted();
      const range = { from, to: Math.min(from + taken.rangeRows, last + 1) };
      rows += await runRange(taken, layouts, (side) => queryOf(taken, side, range, total, source), from / taken.rangeRows);
      if (!(await rowOf.keep(taken, { next_row: from + taken.rangeRows, rows }))) throw new NotOurs();
    }
    await finish(taken, layouts, total);
  }

  /** Answers how many rows it had. */
  async function runRange(
    taken: TakenComparison,
    layouts: Readonly<Record<ComparedSide, SqlLayout>>,
    queryFor: (side: ComparedSide) => SqlQuery,
    partition: number,
  ): Promise<number> {
    const part = experimentPartTable(taken.id, taken.lease);
    for (const side of sides) {
      await fillPart(parts, experimentSideTable(taken.id, taken.lease, side), queryFor(side));
    }
    await clickhouse.command(`TRUNCATE TABLE ${part}${onCluster(cluster)} SYNC`);
    await clickhouse.client.command({ query: putTogether(taken, layouts), clickhouse_settings: { ...roomy, ...inOrder } });
    const count = await countRows(parts, part);
    if (!(await rowOf.isOurs(taken))) throw new NotOurs();
    if (count > 0) await placePart(parts, experimentTable(taken.id), part, partition);
    return count;
  }

  async function finish(taken: TakenComparison, layouts: Readonly<Record<ComparedSide, SqlLayout>>, total: number): Promise<void> {
    const table = experimentTable(taken.id);
    const rows = await countRows(parts, table);
    if (rows !== total) {
      await rowOf.keep(taken, { next_row: 0, rows: 0 });
      throw new Error(`The table of the comparison ${taken.id} has ${rows} rows instead of ${total}.`);
    }
    const summary = await summariseRows(clickhouse, table, taken.flows, layouts);
    if (!(await rowOf.end(taken, { ok: true, summary, layouts }))) throw new NotOurs();
    await dropLeftovers(parts, taken.id).catch((error: unknown) => log.warn({ err: error }, "what a comparison left is removed later"));
  }

  function queryOf(taken: TakenComparison, side: ComparedSide, range: SqlRange, rows: number, source?: Rows): SqlQuery {
    const { definition, behaviour } = taken.flows[side];
    const { datasourceId, columns } = taken;
    const stagePrefix = `${experimentSideTable(taken.id, taken.lease, side)}_`;
    const [models, mapping] = [taken.models[side], taken.mappings[side]];
    const flow = { definition, behaviour, models, datasourceId, columns, mapping, stagePrefix };
    return flowQuery({ ...flow, ...(source === undefined ? {} : { source }) }, range, rows);
  }

  async function dropOwn(taken: TakenComparison): Promise<void> {
    for (const side of sides) {
      await dropStages(parts, queryOf(taken, side, { from: 0, to: 1 }, 0));
      await dropTable(parts, experimentSideTable(taken.id, taken.lease, side));
    }
    await dropTable(parts, experimentPartTable(taken.id, taken.lease));
  }
}

/** Of one range, both flows' rows as one. */
function putTogether({ id, lease, outcomeField }: TakenComparison, layouts: Readonly<Record<ComparedSide, SqlLayout>>): string {
  const left = { layout: layouts.left, prefix: "l." };
  const right = { layout: layouts.right, prefix: "r." };
  const columns: readonly (readonly [string, string])[] = [
    ["row", "l.row"],
    ["state", comparedState(left, right)],
    ["outcome_left", outcomeText(left, outcomeField)],
    ["outcome_right", outcomeText(right, outcomeField)],
    ...layouts.left.columns.slice(1).map((name) => [`left_${name}`, `l.${name}`] as const),
    ...layouts.right.columns.slice(1).map((name) => [`right_${name}`, `r.${name}`] as const),
  ];
  return `INSERT INTO ${experimentPartTable(id, lease)} (${columns.map(([name]) => name).join(", ")})
    SELECT ${columns.map(([, sql]) => sql).join(", ")}
    FROM ${experimentSideTable(id, lease, "left")} AS l INNER JOIN ${experimentSideTable(id, lease, "right")} AS r ON l.row = r.row`;
}
