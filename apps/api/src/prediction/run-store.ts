import { delayMillis, nextRun, type PageQuery, type PredictionRun, type SchedulerValue } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { readPage, type Page } from "../http/page.ts";
import type { Refused } from "../outcome.ts";
import { schedulerOf, type PredictionRow } from "./store.ts";

export interface RunRow {
  readonly number: number;
  readonly status: PredictionRun["status"];
  readonly planned_at: Date;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
  readonly trained: boolean;
  readonly model: number | null;
  readonly persons: string | null;
  readonly message: string;
}

// Zero-padded, so that cursors compare like numbers.
const order = { sorts: { number: sql<string>`lpad(number::text, 9, '0')` }, id: sql<string>`lpad(number::text, 9, '0')` };

export function listRuns(tx: Tx, predictionId: string, query: Pick<PageQuery, "limit" | "after">): Promise<Page<RunRow> | Refused> {
  const runs = tx
    .selectFrom("prediction_runs")
    .where("prediction_id", "=", predictionId)
    .select(["number", "status", "planned_at", "started_at", "ended_at", "trained", "model", "persons", "message"]);
  return readPage(runs, { ...query, sort: "-number" }, order);
}

/** A worker finds the due run. Intervals are counted from the first run. */
export async function startScheduler(tx: Tx, id: string, start: SchedulerValue): Promise<void> {
  const first = new Date((await databaseNow(tx)).getTime() + delayMillis(start));
  await tx
    .updateTable("predictions")
    .set({ status: "schedulerRunning", status_message: "Scheduler running", next_run_at: first, scheduled_from: first })
    .where("id", "=", id)
    .execute();
}

export async function stopScheduler(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable("predictions")
    .set({ status: "schedulerStopped", status_message: "Scheduler stopped", next_run_at: null, scheduled_from: null })
    .where("id", "=", id)
    .execute();
}

/** After its times were changed while it is active. A first run that is still pending does not move. */
export async function reschedule(tx: Tx, row: PredictionRow): Promise<void> {
  if (row.next_run_at === null || row.scheduled_from === null) return;
  const now = await databaseNow(tx);
  if (row.scheduled_from > now) return;
  const next = nextRun(schedulerOf(row), now, row.scheduled_from);
  await tx.updateTable("predictions").set({ next_run_at: next }).where("id", "=", row.id).execute();
}

/** The clock that all workers and the api share. */
async function databaseNow(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ readonly now: Date }>`select now() as now`.execute(tx);
  return rows[0]?.now ?? new Date();
}
