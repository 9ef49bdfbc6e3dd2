import { dueRuns, predictionScheduler } from "@airlock/contract";
import { newId, type Log } from "@airlock/platform";
import type { Jobs } from "@airlock/platform/jobs";
import { duePredictions } from "../across-organisations.ts";
import type { Postgres, Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";

/** Limit of missed runs that are stored as rows of their own. Earlier ones are stored as one row with a count. */
const maxMissed = 10;

export interface BeginParts {
  readonly postgres: Postgres;
  readonly jobs: Pick<Jobs, "send">;
  readonly log: Log;
}

/**
 * Starts due runs, by the clock of the database. Safe in several workers at any time: the one that locks the row of a prediction starts its run and
 * moves the next one; the others skip it.
 */
export async function beginRuns({ postgres, jobs, log }: BeginParts): Promise<number> {
  let begun = 0;
  for await (const { organisationId, id } of duePredictions(postgres)) {
    try {
      const isBegun = await postgres.inOrganisation({ organisationId, userId: null }, (tx) => beginRun(tx, jobs, organisationId, id));
      if (isBegun) begun += 1;
    } catch (error) {
      log.warn({ err: error, predictionId: id }, "a run could not be started and will be retried");
    }
  }
  return begun;
}

async function beginRun(tx: Tx, jobs: Pick<Jobs, "send">, organisationId: string, predictionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("predictions")
    .where("id", "=", predictionId)
    .where("status", "=", "schedulerRunning")
    .where("next_run_at", "<=", sql<Date>`now()`)
    .select(["next_run_at", "scheduled_from", "scheduler"])
    .select(sql<Date>`now()`.as("now"))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (row === undefined || row.next_run_at === null) return false;
  const anchor = row.scheduled_from ?? row.next_run_at;
  const { missed, missedCount, planned, next } = dueRuns(
    predictionScheduler.parse(row.scheduler),
    row.next_run_at,
    row.now,
    anchor,
    maxMissed,
  );
  const { number: last } = await tx
    .selectFrom("prediction_runs")
    .where("prediction_id", "=", predictionId)
    .select(sql<number>`coalesce(max(number), 0)`.as("number"))
    .executeTakeFirstOrThrow();
  const underWay = await tx
    .selectFrom("prediction_runs")
    .where("prediction_id", "=", predictionId)
    .where("status", "in", ["waiting", "running"])
    .select("number")
    .executeTakeFirst();
  let number = last;
  const insert = async (plannedAt: Date, status: "waiting" | "missed", message: string): Promise<string> => {
    const id = newId();
    number += 1;
    await tx
      .insertInto("prediction_runs")
      .values({
        id,
        organisation_id: organisationId,
        prediction_id: predictionId,
        number,
        status,
        planned_at: plannedAt,
        started_at: null,
        ended_at: null,
        as_of: null,
        ground: null,
        training_job_id: null,
        model: null,
        message,
      })
      .execute();
    return id;
  };
  const unlisted = missedCount - missed.length;
  const why = underWay === undefined ? "No worker was running." : `Run ${underWay.number} was still in progress.`;
  for (const [at, time] of missed.entries()) {
    const more =
      at === 0 && unlisted > 0
        ? unlisted === 1
          ? " The run before was missed too."
          : ` The ${unlisted} runs before were missed too.`
        : "";
    await insert(time, "missed", why + more);
  }
  if (underWay === undefined) {
    const runId = await insert(planned, "waiting", "");
    await jobs.send(tx, "prediction.run", { organisationId, runId }, {});
  } else await insert(planned, "missed", why);
  await tx.updateTable("predictions").set({ next_run_at: next }).where("id", "=", predictionId).execute();
  return underWay === undefined;
}
