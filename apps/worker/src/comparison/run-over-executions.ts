import { comparisonSummary, type ComparisonSummary } from "@airlock/contract";
import { RecordMismatch } from "@airlock/engine";
import { runBoth } from "@airlock/engine/compare";
import { isRefusedQuery, type ClickHouse } from "@airlock/platform/clickhouse";
import type { JobData } from "@airlock/platform/jobs";
import type { Tx } from "@airlock/platform/postgres";
import { LeaseLost, withLease, type Lease, type LeaseParts } from "../lease/lease.ts";
import { comparedFlow, type Flow } from "./compared-flow.ts";
import { isComparisonWanted, runningComparison } from "./comparison-row.ts";
import { Tally } from "./tally.ts";

export interface OverExecutionsParts extends LeaseParts {
  readonly clickhouse: ClickHouse;
}

/** Executions per batch, which bounds memory and the work that is repeated after a crash. */
const batch = 5_000;
const patienceMillis = 6 * 3_600_000;
const columns = ["organisation", "comparison", "started", "id", "outcome_left", "outcome_right", "first_node", "first_link"] as const;

interface Side {
  readonly versionId: string | null;
  readonly behaviour: number;
}
/** The last counted execution; times in microseconds since the epoch. */
interface Place {
  readonly started: number;
  readonly id: string;
}

interface Found {
  readonly id: string;
  readonly organisationId: string;
  readonly createdAt: Date;
  readonly left: Flow;
  readonly right: Flow;
  readonly isLeft: boolean;
  readonly version: string;
  readonly from: number;
  readonly to: number;
  readonly outcomeField: string | null;
  readonly rows: number;
  readonly totalRows: number | null;
  readonly position: Place | undefined;
  readonly summary: ComparisonSummary;
}

interface Row {
  readonly id: string;
  readonly at: number;
  readonly record: string;
  readonly erased: number;
}

/**
 * Runs both flows over the executions in batches, ordered by time. Differences are written first; then the progress and the counts, in one statement.
 * A worker that dies repeats no more than its last batch, whose rows replace themselves.
 */
export function createRunOverExecutions(parts: OverExecutionsParts) {
  const { clickhouse, log } = parts;
  async function begin(lease: Lease): Promise<Found | undefined> {
    const { organisationId, jobId: comparisonId } = lease;
    const row = await lease.write((tx) =>
      tx
        .updateTable("comparisons")
        .set({ status: "running" })
        .where("id", "=", comparisonId)
        .where("status", "in", ["waiting", "running"])
        .returningAll()
        .executeTakeFirst(),
    );
    if (row?.start_at == null || row.end_at === null) return undefined;
    // Written by the api and the worker in these forms.
    const [left, right] = [row.left_side as Side, row.right_side as Side];
    const isLeft = row.executions_of === "left";
    return {
      id: comparisonId,
      organisationId,
      createdAt: row.created_at,
      left: comparedFlow(row.left_definition, left.behaviour),
      right: comparedFlow(row.right_definition, right.behaviour),
      isLeft,
      version: (isLeft ? left : right).versionId ?? "",
      from: row.start_at.getTime() * 1000,
      to: row.end_at.getTime() * 1000,
      outcomeField: row.outcome_field,
      rows: Number(row.rows),
      totalRows: row.total_rows === null ? null : Number(row.total_rows),
      position: row.position === null ? undefined : (row.position as Place),
      summary: comparisonSummary.parse(row.summary),
    };
  }

  const keep = (lease: Lease, set: KeptColumns): Promise<void> => lease.update((tx) => runningComparison(tx, lease.jobId).set(set));

  async function count({ organisationId, version, from, to }: Found): Promise<number> {
    const [counted] = await clickhouse.query<{ readonly total: number }>(
      `SELECT uniqExact(id) AS total FROM executions WHERE ${ofVersion}`,
      { organisation: organisationId, version, from, to },
    );
    return counted?.total ?? 0;
  }

  function read({ organisationId, version, from, to }: Found, after: Place | undefined): Promise<readonly Row[]> {
    const beyond = "AND (started, id) > (fromUnixTimestamp64Micro({from:Int64}, 'UTC'), {afterId:String})";
    return clickhouse.query<Row>(
      `SELECT id, toUnixTimestamp64Micro(started) AS at, record, toUnixTimestamp(erased) AS erased FROM executions
       WHERE ${ofVersion} ${after === undefined ? "" : beyond}
       ORDER BY started, id LIMIT 1 BY started, id LIMIT {batch:UInt32}`,
      { organisation: organisationId, version, from: after?.started ?? from, to, afterId: after?.id ?? "", batch },
    );
  }

  /** Runs one batch; returns the rows that differ, as lines. */
  async function compare(found: Found, tally: Tally, rows: readonly Row[]): Promise<readonly string[]> {
    const { left, right, isLeft } = found;
    const lines: string[] = [];
    for (const { id, at, record, erased } of rows) {
      try {
        const both = erased > 0 ? undefined : await runBoth((isLeft ? left : right).plan, (isLeft ? right : left).plan, record);
        if (both?.ok !== true) {
          tally.skip(both?.why ?? "unreadable");
          continue;
        }
        const differs = tally.add(isLeft ? both.recorded : both.other, isLeft ? both.other : both.recorded);
        if (differs === undefined) continue;
        const { outcomeLeft, outcomeRight, firstNode, firstLink } = differs;
        lines.push(JSON.stringify([found.organisationId, found.id, at, id, outcomeLeft, outcomeRight, firstNode, firstLink]));
      } catch (error) {
        if (!(error instanceof RecordMismatch)) throw error;
        tally.skip("unreadable");
      }
    }
    return lines;
  }

  async function run(lease: Lease, found: Found): Promise<void> {
    const total_rows = found.totalRows ?? (await count(found));
    await keep(lease, { total_rows });
    const tally = new Tally(found.left, found.right, found.outcomeField, found.summary);
    let { rows: done, position } = found;
    for (;;) {
      const rows = await read(found, position);
      await clickhouse.insertLines("comparison_records", columns, await compare(found, tally, rows));
      done += rows.length;
      const last = rows.at(-1);
      if (last !== undefined) position = { started: last.at, id: last.id };
      const isDone = rows.length < batch;
      const ended = isDone ? ({ status: "done", finished_at: new Date(), total_rows: done } as const) : {};
      const summary = JSON.stringify(tally.summary());
      await keep(lease, {
        rows: done,
        position: position === undefined ? null : JSON.stringify(position),
        summary,
        ...ended,
      });
      if (isDone) return;
      lease.signal.throwIfAborted();
    }
  }

  return async function runOverExecutions({ organisationId, comparisonId }: JobData["comparison.run"]): Promise<void> {
    const isWanted = (tx: Tx) => isComparisonWanted(tx, comparisonId);
    await withLease(parts, { organisationId, jobId: comparisonId, isWanted }, runWithLease);
  };

  async function runWithLease(lease: Lease): Promise<void> {
    const found = await begin(lease);
    if (found === undefined) return;
    try {
      await run(lease, found);
    } catch (error) {
      if (error instanceof LeaseLost) return;
      if (parts.stopping.aborted) throw error;
      const isHopeless = isRefusedQuery(error) || Date.now() - found.createdAt.getTime() > patienceMillis;
      if (!isHopeless) throw error;
      log.error({ err: error, comparisonId: found.id }, "a comparison failed");
      await keep(lease, {
        status: "failed",
        message: "The executions could not be read. Compare a shorter time.",
        finished_at: new Date(),
      });
    }
  }
}

const ofVersion = `organisation = {organisation:String} AND version = {version:String}
  AND started >= fromUnixTimestamp64Micro({from:Int64}, 'UTC') AND started < fromUnixTimestamp64Micro({to:Int64}, 'UTC')`;

interface KeptColumns {
  readonly status?: "done" | "failed";
  readonly message?: string;
  readonly finished_at?: Date;
  readonly rows?: number;
  readonly total_rows?: number;
  readonly position?: string | null;
  readonly summary?: string;
}
