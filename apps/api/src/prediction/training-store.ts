import {
  curvePoint,
  trainingJob,
  trainingLogLine,
  type TrainingConfig,
  type TrainingJob,
  type TrainingJobSummary,
  type TrainingLogLine,
} from "@airlock/contract";
import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { z } from "zod";
import type { Actor } from "../identity/actor.ts";

interface SummaryRow {
  readonly id: string;
  readonly number: number;
  readonly status: TrainingJobSummary["status"];
  readonly message: string;
  readonly model: number | null;
  readonly metric: unknown;
  readonly told_at: Date;
  readonly created_at: Date;
  readonly ended_at: Date | null;
}

/** Limit of the list: the newest. */
const maxListed = 50;
const summaryColumns = ["id", "number", "status", "message", "model", "metric", "told_at", "created_at", "ended_at"] as const;

export async function createTraining(tx: Tx, actor: Actor, predictionId: string, config: TrainingConfig): Promise<string> {
  const id = newId();
  // The caller has locked the prediction, which serialises the numbering.
  const last = await tx
    .selectFrom("training_jobs")
    .where("prediction_id", "=", predictionId)
    .select("number")
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  await tx
    .insertInto("training_jobs")
    .values({
      id,
      organisation_id: actor.organisationId,
      prediction_id: predictionId,
      number: (last?.number ?? 0) + 1,
      config: JSON.stringify(config),
      iterations: config.settings.trees,
      model: null,
      ended_at: null,
    })
    .execute();
  return id;
}

/** Its worker finds that it is not wanted any more, and stops. */
export async function cancelTraining(tx: Tx, predictionId: string): Promise<void> {
  const now = new Date();
  await tx
    .updateTable("training_jobs")
    .set({ status: "cancelled", ended_at: now, told_at: now })
    .where("prediction_id", "=", predictionId)
    .where("status", "in", ["waiting", "training"])
    .execute();
}

export async function listTrainings(tx: Tx, predictionId: string): Promise<readonly TrainingJobSummary[]> {
  const rows = await tx
    .selectFrom("training_jobs")
    .where("prediction_id", "=", predictionId)
    .select([...summaryColumns])
    .orderBy("number", "desc")
    .limit(maxListed)
    .execute();
  return rows.map(summaryOf);
}

export async function lastTraining(tx: Tx, predictionId: string): Promise<TrainingJob | null> {
  const row = await tx
    .selectFrom("training_jobs")
    .where("prediction_id", "=", predictionId)
    .select([...summaryColumns, "iteration", "iterations", "rows", "curve", "stages", "search"])
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    ...summaryOf(row),
    iteration: row.iteration,
    iterations: row.iterations,
    rows: row.rows === null ? null : Number(row.rows),
    curve: z.array(curvePoint).parse(row.curve),
    stages: trainingJob.shape.stages.parse(row.stages),
    search: trainingJob.shape.search.parse(row.search),
  };
}

export async function readLog(
  tx: Tx,
  predictionId: string,
  trainingId: string | undefined,
): Promise<{ readonly id: string; readonly lines: TrainingLogLine[] } | undefined> {
  const row = await tx
    .selectFrom("training_jobs")
    .where("prediction_id", "=", predictionId)
    .$if(trainingId !== undefined, (query) => query.where("id", "=", trainingId ?? ""))
    .select(["id", "log"])
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && { id: row.id, lines: z.array(trainingLogLine).parse(row.log) };
}

function summaryOf(row: SummaryRow): TrainingJobSummary {
  return {
    jobId: row.id,
    number: row.number,
    status: row.status,
    created: row.created_at.toISOString(),
    ended: row.ended_at?.toISOString() ?? null,
    lastStatusUpdate: row.told_at.toISOString(),
    message: row.message,
    model: row.model,
    metric: trainingJob.shape.metric.parse(row.metric),
  };
}
