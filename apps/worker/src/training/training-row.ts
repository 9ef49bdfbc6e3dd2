import {
  trainingConfig,
  type CurvePoint,
  type ModelReport,
  type ModelSummary,
  type TrainingConfig,
  type TrainingJob,
  type TrainingLogLine,
} from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { LeaseLost, type Lease } from "../lease/lease.ts";

/** A training, as its worker needs it. */
export interface TakenTraining {
  readonly id: string;
  readonly organisationId: string;
  readonly predictionId: string;
  readonly config: TrainingConfig;
  /** This attempt, and earlier ones whose worker died. */
  readonly tries: number;
  readonly log: readonly TrainingLogLine[];
  readonly createdAt: Date;
  readonly createdBy: string | null;
}

export async function isTrainingWanted(tx: Tx, trainingId: string): Promise<boolean> {
  const row = await tx.selectFrom("training_jobs").where("id", "=", trainingId).select("status").executeTakeFirst();
  return row?.status === "waiting" || row?.status === "training";
}

/** A training cannot be resumed: it starts again from its first iteration. */
export async function beginTraining(lease: Lease): Promise<TakenTraining> {
  return lease.write(async (tx) => {
    const restarted = { iteration: 0, curve: "[]", stages: "[]", search: null, rows: null };
    const row = await tx
      .updateTable("training_jobs")
      .set((build) => ({
        status: "training",
        tries: build("tries", "+", 1),
        message: "",
        told_at: sql`now()`,
        ...restarted,
      }))
      .where("id", "=", lease.jobId)
      .where("status", "in", ["waiting", "training"])
      .returning(["id", "prediction_id", "config", "tries", "log", "created_at", "created_by"])
      .executeTakeFirst();
    if (row === undefined) throw new LeaseLost();
    return {
      id: row.id,
      organisationId: lease.organisationId,
      predictionId: row.prediction_id,
      config: trainingConfig.parse(row.config),
      tries: row.tries,
      log: row.log as readonly TrainingLogLine[], // Written by `keepProgress`.
      createdAt: row.created_at,
      createdBy: row.created_by,
    };
  });
}

export interface TrainingProgress {
  readonly iteration: number;
  readonly rows: number | null;
  readonly curve: readonly CurvePoint[];
  readonly stages: TrainingJob["stages"];
  readonly search: TrainingJob["search"];
  readonly log: readonly TrainingLogLine[];
}

export function keepProgress(lease: Lease, progress: TrainingProgress): Promise<void> {
  const columns = {
    iteration: progress.iteration,
    rows: progress.rows,
    curve: JSON.stringify(progress.curve),
    stages: JSON.stringify(progress.stages),
    search: progress.search === null ? null : JSON.stringify(progress.search),
    log: JSON.stringify(progress.log),
  };
  return lease.update((tx) => training(tx, lease.jobId).set({ ...columns, told_at: sql`now()` }));
}

/** Ends an attempt that will be repeated: stores why, for its page, and no longer counts it, because its worker did not die. */
export function endAttempt(lease: Lease, message: string): Promise<void> {
  return lease.update((tx) => training(tx, lease.jobId).set((build) => ({ tries: build("tries", "-", 1), message, told_at: sql`now()` })));
}

function training(tx: Tx, id: string) {
  return tx.updateTable("training_jobs").where("id", "=", id).where("status", "=", "training");
}

export async function endWithout(lease: Lease, taken: TakenTraining, message: string, log: readonly TrainingLogLine[]): Promise<void> {
  await lease.write(async (tx) => {
    // Lock the prediction first, like every other transaction.
    const prediction = tx.selectFrom("predictions").where("id", "=", taken.predictionId).select("type").forUpdate();
    const isScheduled = (await prediction.executeTakeFirst())?.type === "analyticsPrediction";
    const changed = await training(tx, lease.jobId)
      .set({ status: "failed", message, ended_at: sql`now()`, told_at: sql`now()`, log: JSON.stringify(log) })
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw new LeaseLost();
    // For an analytics prediction, its run reports the result.
    if (isScheduled) return;
    await tx.updateTable("predictions").set({ status: "failed", status_message: message }).where("id", "=", taken.predictionId).execute();
  });
}

export interface MadeModel {
  readonly objective: ModelSummary["objective"];
  readonly hash: string;
  readonly rowsHash: string;
  readonly rows: number;
  readonly metric: ModelSummary["metric"];
  readonly report: Omit<ModelReport, keyof ModelSummary>;
  readonly artefact: Buffer;
}

/** Stores the model, the end of its training and the prediction's state atomically. */
export async function endWith(lease: Lease, taken: TakenTraining, model: MadeModel, progress: TrainingProgress): Promise<void> {
  const { predictionId, organisationId } = taken;
  await lease.write(async (tx) => {
    const prediction = await tx
      .selectFrom("predictions")
      .where("id", "=", predictionId)
      .select(["latest_model", "type"])
      .forUpdate()
      .executeTakeFirst();
    if (prediction === undefined) throw new LeaseLost();
    const number = (prediction.latest_model ?? 0) + 1;
    const { name, value } = model.metric;
    const changed = await training(tx, lease.jobId)
      .set({
        status: "trained",
        message: "",
        model: number,
        metric: value === null ? null : JSON.stringify({ name, value }),
        iteration: progress.iteration,
        rows: progress.rows,
        curve: JSON.stringify(progress.curve),
        stages: JSON.stringify(progress.stages),
        search: null,
        log: JSON.stringify(progress.log),
        ended_at: sql`now()`,
        told_at: sql`now()`,
      })
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw new LeaseLost();
    await tx
      .insertInto("prediction_models")
      .values({
        organisation_id: organisationId,
        prediction_id: predictionId,
        number,
        training_job_id: taken.id,
        objective: model.objective,
        hash: model.hash,
        rows_hash: model.rowsHash,
        rows: model.rows,
        metric: JSON.stringify(model.metric),
        report: JSON.stringify(model.report),
        artefact: model.artefact,
        created_by: taken.createdBy,
      })
      .execute();
    await tx
      .updateTable("predictions")
      .set({
        latest_model: number,
        ...(prediction.type === "standard" ? { status: "trained", status_message: `Trained, model ${number}` } : {}),
      })
      .where("id", "=", predictionId)
      .execute();
  });
}
