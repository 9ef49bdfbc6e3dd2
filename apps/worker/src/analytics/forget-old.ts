import type { Jobs } from "@airlock/platform/jobs";
import type { Tenant, Tx } from "@airlock/platform/postgres";

/** The run that ends. */
interface EndedRun {
  readonly tenant: Tenant & { readonly organisationId: string };
  readonly predictionId: string;
  readonly number: number;
}

/**
 * Limits for a scheduler that runs for years: the last models with their trainings and the last runs are kept, and every model that a version pins.
 */
const keptModels = 50;
const keptRuns = 1_000;

/** Deletes scores of models that no version uses, and old runs and models. Jobs remove the scores from runtimes and buckets. */
export async function forgetOld(
  tx: Tx,
  jobs: Pick<Jobs, "send">,
  { tenant, predictionId, number }: EndedRun,
  scored: readonly number[],
  latest: number,
): Promise<void> {
  const unused = await tx
    .deleteFrom("prediction_scores")
    .where("prediction_id", "=", predictionId)
    .where("model", "not in", [...scored])
    .returning("model")
    .execute();
  for (const model of new Set(unused.map((row) => row.model))) {
    await jobs.send(tx, "scores.publish", { organisationId: tenant.organisationId, predictionId, model }, {});
  }
  const old = await tx
    .deleteFrom("prediction_models")
    .where("prediction_id", "=", predictionId)
    .where("number", "<=", latest - keptModels)
    .where((build) =>
      build.not(
        build.exists(
          build
            .selectFrom("version_models")
            .whereRef("version_models.prediction_id", "=", "prediction_models.prediction_id")
            .whereRef("version_models.number", "=", "prediction_models.number")
            .select("version_models.version_id"),
        ),
      ),
    )
    .returning("training_job_id")
    .execute();
  const trainings = old.map((row) => row.training_job_id);
  if (trainings.length > 0) await tx.deleteFrom("training_jobs").where("id", "in", trainings).execute();
  await tx
    .deleteFrom("prediction_runs")
    .where("prediction_id", "=", predictionId)
    .where("number", "<=", number - keptRuns)
    .execute();
}
