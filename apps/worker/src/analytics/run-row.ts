import {
  predictionAnalytics,
  predictionMapping,
  predictionSettings,
  type PredictionAnalytics,
  type PredictionSettings,
  type TrainingConfig,
} from "@airlock/contract";
import { newId } from "@airlock/platform";
import type { Jobs } from "@airlock/platform/jobs";
import type { Postgres, Tenant, Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { LeaseLost, type Lease } from "../lease/lease.ts";
import { forgetOld } from "./forget-old.ts";

/** A run, as its worker needs it. All times are from the clock of the database. */
export interface TakenRun {
  readonly id: string;
  readonly number: number;
  readonly tenant: Tenant & { readonly organisationId: string };
  readonly predictionId: string;
  readonly asOf: Date;
  readonly trainingJobId: string | null;
  /** This attempt, and earlier ones whose worker died. */
  readonly tries: number;
  readonly isOver: boolean;
  /** The current settings of the prediction. */
  readonly eventsDatasource: string | null;
  readonly analytics: PredictionAnalytics;
  readonly settings: PredictionSettings;
}

export async function isRunWanted(tx: Tx, runId: string): Promise<boolean> {
  const row = await tx.selectFrom("prediction_runs").where("id", "=", runId).select("status").executeTakeFirst();
  return row?.status === "waiting" || row?.status === "running";
}

export async function beginRun(lease: Lease): Promise<TakenRun> {
  return lease.write(async (tx) => {
    const row = await tx
      .selectFrom("prediction_runs")
      .innerJoin("predictions", "predictions.id", "prediction_runs.prediction_id")
      .where("prediction_runs.id", "=", lease.jobId)
      .where("prediction_runs.status", "in", ["waiting", "running"])
      .select([
        "prediction_runs.prediction_id",
        "prediction_runs.number",
        "prediction_runs.tries",
        "prediction_runs.training_job_id",
        "predictions.events_datasource_id",
        "predictions.analytics",
        "predictions.settings",
      ])
      // When ClickHouse or BigQuery is unavailable for hours, later runs must not wait for this one indefinitely.
      .select(sql<boolean>`prediction_runs.created_at < now() - interval '3 hours'`.as("is_over"))
      .select(sql<Date>`coalesce(prediction_runs.as_of, now())`.as("as_of"))
      .forUpdate("prediction_runs")
      .executeTakeFirst();
    if (row === undefined) throw new LeaseLost();
    const tries = row.tries + 1;
    await tx
      .updateTable("prediction_runs")
      .set({ status: "running", tries, as_of: row.as_of, started_at: sql`coalesce(started_at, now())` })
      .where("id", "=", lease.jobId)
      .execute();
    return {
      id: lease.jobId,
      number: row.number,
      tenant: { organisationId: lease.organisationId, userId: null },
      predictionId: row.prediction_id,
      asOf: row.as_of,
      trainingJobId: row.training_job_id,
      tries,
      isOver: row.is_over,
      eventsDatasource: row.events_datasource_id,
      analytics: predictionAnalytics.parse(row.analytics),
      settings: predictionSettings.parse(row.settings),
    };
  });
}

function running(tx: Tx, id: string) {
  return tx.updateTable("prediction_runs").where("id", "=", id).where("status", "=", "running");
}

/** Ends an attempt that will be repeated: stores why, for its page, and no longer counts it, because its worker did not die. */
export function endAttempt(lease: Lease, message: string): Promise<void> {
  return lease.update((tx) => running(tx, lease.jobId).set((build) => ({ tries: build("tries", "-", 1), message })));
}

/** The model that an earlier run trained from the same data, if it still exists. */
export async function modelTrainedOn(postgres: Postgres, taken: TakenRun, trainingSetKey: string): Promise<number | undefined> {
  return postgres.inOrganisation(taken.tenant, async (tx) => {
    const found = await tx
      .selectFrom("prediction_runs")
      .innerJoin("prediction_models", (join) =>
        join
          .onRef("prediction_models.prediction_id", "=", "prediction_runs.prediction_id")
          .onRef("prediction_models.number", "=", "prediction_runs.model"),
      )
      .where("prediction_runs.prediction_id", "=", taken.predictionId)
      .where("prediction_runs.ground", "=", trainingSetKey)
      .where("prediction_runs.status", "=", "done")
      .select("prediction_models.number")
      .orderBy("prediction_models.number", "desc")
      .limit(1)
      .executeTakeFirst();
    return found?.number;
  });
}

/** Creates the training of the run, once however often the run is resumed. Returns its id. */
export async function createTrainingOf(lease: Lease, taken: TakenRun, datasourceId: string): Promise<string> {
  const { analytics, settings, asOf, predictionId, tenant } = taken;
  const config: TrainingConfig = {
    trainingDatasource: datasourceId,
    testDatasource: null,
    evaluationDatasource: null,
    mapping: predictionMapping.parse({}),
    settings,
    events: { analytics, asOf: asOf.toISOString(), runId: taken.id },
  };
  return lease.write(async (tx) => {
    // Lock the prediction first, like every other transaction: the lock also serialises the numbering of trainings.
    await tx.selectFrom("predictions").where("id", "=", predictionId).select("id").forUpdate().execute();
    const id = newId();
    const changed = await running(tx, taken.id).set({ training_job_id: id }).executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw new LeaseLost();
    await tx
      .insertInto("training_jobs")
      .values((build) => ({
        id,
        organisation_id: tenant.organisationId,
        prediction_id: predictionId,
        number: build
          .selectFrom("training_jobs")
          .where("prediction_id", "=", predictionId)
          .select(sql<number>`coalesce(max(number), 0) + 1`.as("number")),
        config: JSON.stringify(config),
        iterations: settings.trees,
        model: null,
        ended_at: null,
      }))
      .execute();
    return id;
  });
}

export async function trainingEnd(postgres: Postgres, taken: TakenRun, id: string) {
  return postgres.inOrganisation(taken.tenant, (tx) =>
    tx.selectFrom("training_jobs").where("id", "=", id).select(["status", "model", "message"]).executeTakeFirst(),
  );
}

export interface RunEnd {
  /** Identifies the data and settings that the model was trained with. */
  readonly trainingSetKey: string;
  readonly trained: boolean;
  readonly model: number;
  readonly persons: number;
  readonly message: string;
}

/** New versions pin the run's model from now on; frozen ones keep theirs. Deletes models and scores that are no longer used. */
export async function endRun(
  lease: Lease,
  jobs: Pick<Jobs, "send">,
  taken: TakenRun,
  scored: readonly number[],
  end: RunEnd,
): Promise<void> {
  const { trainingSetKey, ...ended } = end;
  await lease.write(async (tx) => {
    await tx.selectFrom("predictions").where("id", "=", taken.predictionId).select("id").forUpdate().execute();
    const changed = await running(tx, taken.id)
      .set({ ...ended, ground: trainingSetKey, status: "done", ended_at: sql`now()` })
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw new LeaseLost();
    await tx
      .updateTable("predictions")
      .set({
        deployed_model: end.model,
        status_message: `Scored ${end.persons.toLocaleString("en")} ${end.persons === 1 ? "person" : "people"}`,
      })
      .where("id", "=", taken.predictionId)
      .execute();
    await forgetOld(tx, jobs, taken, scored, end.model);
  });
}

export async function failRun(lease: Lease, taken: TakenRun, message: string): Promise<void> {
  await lease.write(async (tx) => {
    await tx.selectFrom("predictions").where("id", "=", taken.predictionId).select("id").forUpdate().execute();
    const changed = await running(tx, taken.id)
      .set({ status: "failed", message, ended_at: sql`now()` })
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw new LeaseLost();
    const sentence = `Run ${taken.number} failed: ${message}`;
    await tx.updateTable("predictions").set({ status_message: sentence }).where("id", "=", taken.predictionId).execute();
  });
}
