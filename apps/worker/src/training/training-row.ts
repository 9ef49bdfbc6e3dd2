import {
  trainingConfig,
  type CurvePoint,
  type ModelReport,
  type ModelSummary,
  type TrainingConfig,
  type TrainingJob,
  type TrainingLogLine,
} from "@airlock/contract";
import { newId } from "@airlock/platform";
import type { Postgres, Tenant, Tx } from "@airlock/platform/postgres";

/** A training as a worker has taken it. */
export interface TakenTraining {
  readonly id: string;
  readonly lease: string;
  readonly tenant: Tenant & { readonly organisationId: string };
  readonly predictionId: string;
  readonly config: TrainingConfig;
  readonly tries: number;
  readonly log: readonly TrainingLogLine[];
  readonly createdAt: Date;
  readonly createdBy: string | null;
}

/** Another worker has it and has said so a moment ago. */
export class HeldByAnother extends Error {}

/** A worker that has said nothing for this long is dead, or as good as: it says something every second. */
const heldMillis = 5_000;

/** Undefined when there is nothing to do. A worker that was taken for dead finds another's name there and stops. */
export async function takeTraining(postgres: Postgres, organisationId: string, trainingId: string): Promise<TakenTraining | undefined> {
  const tenant = { organisationId, userId: null };
  return postgres.inOrganisation(tenant, async (tx) => {
    const row = await tx
      .selectFrom("training_jobs")
      .where("id", "=", trainingId)
      .where("status", "in", ["waiting", "training"])
      .select(["id", "prediction_id", "config", "tries", "log", "lease", "told_at", "created_at", "created_by"])
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return undefined;
    if (row.lease !== "" && Date.now() - row.told_at.getTime() < heldMillis) throw new HeldByAnother("Another worker trains it.");
    const lease = newId();
    const tries = row.tries + 1;
    const anew = { iteration: 0, curve: "[]", stages: "[]", search: null, rows: null };
    await tx
      .updateTable("training_jobs")
      .set({ status: "training", lease, tries, message: "", told_at: new Date(), ...anew })
      .where("id", "=", trainingId)
      .execute();
    return {
      id: row.id,
      lease,
      tenant,
      predictionId: row.prediction_id,
      config: trainingConfig.parse(row.config),
      tries,
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

/** False when it is not ours any more: cancelled, deleted, or taken by another worker. */
export async function keepProgress(postgres: Postgres, taken: TakenTraining, progress: TrainingProgress): Promise<boolean> {
  return postgres.inOrganisation(taken.tenant, async (tx) => {
    const changed = await own(tx, taken)
      .set({
        iteration: progress.iteration,
        rows: progress.rows,
        curve: JSON.stringify(progress.curve),
        stages: JSON.stringify(progress.stages),
        search: progress.search === null ? null : JSON.stringify(progress.search),
        log: JSON.stringify(progress.log),
        told_at: new Date(),
      })
      .executeTakeFirst();
    return changed.numUpdatedRows > 0n;
  });
}

/** The quickest look at whether it is still ours. */
export async function isOurs(postgres: Postgres, { tenant, id, lease }: TakenTraining): Promise<boolean> {
  return postgres.inOrganisation(tenant, async (tx) => {
    const found = tx.selectFrom("training_jobs").where("id", "=", id).where("lease", "=", lease).where("status", "=", "training");
    return (await found.select("id").executeTakeFirst()) !== undefined;
  });
}

function own(tx: Tx, { id, lease }: TakenTraining) {
  return tx.updateTable("training_jobs").where("id", "=", id).where("lease", "=", lease).where("status", "=", "training");
}

/** Leaves it to whoever tries it next, with what keeps it from going on. */
export async function letGo(postgres: Postgres, taken: TakenTraining, message: string): Promise<void> {
  await postgres.inOrganisation(taken.tenant, (tx) => own(tx, taken).set({ message, lease: "", told_at: new Date() }).execute());
}

export async function endWithout(
  postgres: Postgres,
  taken: TakenTraining,
  message: string,
  log: readonly TrainingLogLine[],
): Promise<void> {
  const now = new Date();
  await postgres.inOrganisation(taken.tenant, async (tx) => {
    // The prediction first, as everybody locks it.
    const prediction = tx.selectFrom("predictions").where("id", "=", taken.predictionId).select("type").forUpdate();
    const isScheduled = (await prediction.executeTakeFirst())?.type === "analyticsPrediction";
    const changed = await own(tx, taken)
      .set({ status: "failed", message, lease: "", ended_at: now, told_at: now, log: JSON.stringify(log) })
      .executeTakeFirst();
    // What its scheduler does, and what became of a run, is the run's to say.
    if (changed.numUpdatedRows === 0n || isScheduled) return;
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

/** The model, the end of its training and the prediction's state: all of it or nothing. Undefined when it is not ours any more. */
export async function endWith(
  postgres: Postgres,
  taken: TakenTraining,
  model: MadeModel,
  progress: TrainingProgress,
): Promise<number | undefined> {
  const now = new Date();
  const { predictionId, tenant } = taken;
  return postgres.inOrganisation(tenant, async (tx) => {
    const prediction = await tx
      .selectFrom("predictions")
      .where("id", "=", predictionId)
      .select(["latest_model", "type"])
      .forUpdate()
      .executeTakeFirst();
    if (prediction === undefined) return undefined;
    const number = (prediction.latest_model ?? 0) + 1;
    const { name, value } = model.metric;
    const changed = await own(tx, taken)
      .set({
        status: "trained",
        lease: "",
        message: "",
        model: number,
        metric: value === null ? null : JSON.stringify({ name, value }),
        iteration: progress.iteration,
        rows: progress.rows,
        curve: JSON.stringify(progress.curve),
        stages: JSON.stringify(progress.stages),
        search: null,
        log: JSON.stringify(progress.log),
        ended_at: now,
        told_at: now,
      })
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return undefined;
    await tx
      .insertInto("prediction_models")
      .values({
        organisation_id: tenant.organisationId,
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
    return number;
  });
}
