import type { Jobs } from "@airlock/platform/jobs";
import type { Postgres, Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { LeaseLost, type Lease } from "../lease/lease.ts";
import { isRunWanted, type TakenRun } from "./run-row.ts";
import type { ScoredPersons } from "./score-persons.ts";

/** The models in use: those of versions that are not deleted, and the one that the run ends with. */
export async function modelsToScore(postgres: Postgres, taken: TakenRun, model: number): Promise<readonly number[]> {
  return postgres.inOrganisation(taken.tenant, async (tx) => {
    const pinned = await tx
      .selectFrom("version_models")
      .innerJoin("versions", "versions.id", "version_models.version_id")
      .where("version_models.prediction_id", "=", taken.predictionId)
      .where("versions.deleted_at", "is", null)
      .select("version_models.number")
      .distinct()
      .execute();
    return [...new Set([model, ...pinned.map(({ number }) => number)])].sort((a, b) => b - a);
  });
}

export async function isScored(postgres: Postgres, taken: TakenRun, model: number): Promise<boolean> {
  return postgres.inOrganisation(taken.tenant, async (tx) => {
    const found = tx.selectFrom("prediction_scores").where("run_id", "=", taken.id).where("model", "=", model).select("number");
    return (await found.executeTakeFirst()) !== undefined;
  });
}

/** Stores scores atomically, with a job that publishes them to runtimes, and deletes older ones. */
export async function keepScores(
  lease: Lease,
  jobs: Pick<Jobs, "send">,
  taken: TakenRun,
  model: number,
  asOf: Date,
  scored: ScoredPersons,
): Promise<void> {
  const { tenant, predictionId } = taken;
  await lease.write(async (tx) => {
    await tx.selectFrom("predictions").where("id", "=", predictionId).select("id").forUpdate().execute();
    if (!(await isRunWanted(tx, taken.id))) throw new LeaseLost();
    await tx
      .insertInto("prediction_scores")
      .values((build) => ({
        organisation_id: tenant.organisationId,
        prediction_id: predictionId,
        number: build
          .selectFrom("prediction_scores")
          .where("prediction_id", "=", predictionId)
          .select(sql<number>`coalesce(max(number), 0) + 1`.as("number")),
        model,
        run_id: taken.id,
        as_of: asOf,
        persons: scored.persons,
        hash: scored.hash,
        artefact: scored.artefact,
      }))
      .execute();
    await sweepScores(tx, predictionId, model);
    await jobs.send(tx, "scores.publish", { organisationId: tenant.organisationId, predictionId, model }, {});
  });
}

/** The last scores of each model, and the ones before them for runtimes that are still reading them. */
const keptScores = 2;

async function sweepScores(tx: Tx, predictionId: string, model: number): Promise<void> {
  await tx
    .deleteFrom("prediction_scores")
    .where("prediction_id", "=", predictionId)
    .where("model", "=", model)
    .where("number", "not in", (build) =>
      build
        .selectFrom("prediction_scores as newest")
        .where("newest.prediction_id", "=", predictionId)
        .where("newest.model", "=", model)
        .select("newest.number")
        .orderBy("newest.number", "desc")
        .limit(keptScores),
    )
    .execute();
}
