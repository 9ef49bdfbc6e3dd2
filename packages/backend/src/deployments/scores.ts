import { scorePieceKey, scoresKey, type ModelPiece, type ScoredModel, type ScoresEntry } from "@airlock/contract";
import { cut, publishPieces } from "./pieces.ts";
import { publish, type SharedBucket } from "./publish.ts";
import type { Postgres, Tenant, Tx } from "@airlock/platform/postgres";
import { nextSequenceNumber } from "./desired-state.ts";

export interface ModelParts {
  readonly postgres: Postgres;
  readonly models: SharedBucket<"models">;
  readonly scores: SharedBucket<"scores">;
  readonly lists: SharedBucket<"lists">;
}

/** The models that a version pins and whose scores it looks up. */
export function scoresOf(tx: Tx, versionId: string): Promise<readonly ScoredModel[]> {
  return tx
    .selectFrom("version_models")
    .innerJoin("predictions", "predictions.id", "version_models.prediction_id")
    .where("predictions.type", "=", "analyticsPrediction")
    .where("version_models.version_id", "=", versionId)
    .select(["version_models.prediction_id as predictionId", "version_models.number as model"])
    .orderBy("version_models.prediction_id")
    .orderBy("version_models.number")
    .execute();
}

/**
 * Publishes the newest scores of a model if a version that should serve uses it: first the pieces, then the head. Removes the previous ones, and the
 * last ones if there are none any more. Idempotent and safe to run concurrently.
 */
export async function publishScores({ postgres, models, scores }: ModelParts, tenant: Tenant, model: ScoredModel): Promise<void> {
  const newest = () => postgres.inOrganisation(tenant, (tx) => newestScores(tx, model));
  const wanted = await newest();
  const head = await scores.get(scoresKey(model));
  const before = head?.value?.organisationId === tenant.organisationId ? head.value : undefined;
  if (wanted === undefined) {
    if (before === undefined || (await postgres.inOrganisation(tenant, (tx) => hasScores(tx, model)))) return;
    // The head first: a runtime that has seen its removal does not read the pieces.
    if ((await scores.replace(scoresKey(model), undefined, head?.revision ?? 0)) !== undefined) await removePieces(models, tenant, before);
    return;
  }
  const first = await models.get(scorePieceKey(wanted, 0));
  if (first?.value?.hash !== wanted.hash) {
    const pieces = await postgres.inOrganisation(tenant, (tx) => scorePieces(tx, wanted));
    await publishPieces(models, pieces, (place) => scorePieceKey(wanted, place));
  }
  for (;;) {
    const entry = await scores.get(scoresKey(model));
    // Newer scores have a job of their own, which publishes their pieces first.
    if ((await newest())?.number !== wanted.number) return;
    const before = entry?.signature;
    if (before?.present === true && entry?.value?.number === wanted.number && entry.value.hash === wanted.hash) break;
    // Unlike keys, scores are never revoked, so they are published even by a Postgres that was restored to an earlier time.
    const sequence = Math.max(await nextSequenceNumber(postgres), (before?.sequence ?? 0) + 1);
    if ((await scores.replace(scoresKey(model), wanted, entry?.revision ?? 0, sequence)) !== undefined) break;
  }
  if (before !== undefined && before.number < wanted.number) await removePieces(models, tenant, before);
}

/** A runtime that is reading them finds that there are newer ones. */
async function removePieces(models: SharedBucket<"models">, { organisationId }: Tenant, before: ScoresEntry): Promise<void> {
  const first = await models.get(scorePieceKey(before, 0));
  if (first?.value === undefined || first.value.organisationId !== organisationId) return;
  for (let place = 0; place < first.value.pieces; place += 1) {
    await publish(
      models,
      scorePieceKey(before, place),
      () => Promise.resolve(undefined),
      () => true,
    );
  }
}

async function hasScores(tx: Tx, { predictionId, model }: ScoredModel): Promise<boolean> {
  const found = tx.selectFrom("prediction_scores").where("prediction_id", "=", predictionId).where("model", "=", model).select("number");
  return (await found.limit(1).executeTakeFirst()) !== undefined;
}

/** Undefined if no version that should serve uses them, or there are none. */
function newestScores(tx: Tx, { predictionId, model }: ScoredModel): Promise<ScoresEntry | undefined> {
  return tx
    .selectFrom("prediction_scores as scores")
    .where("scores.prediction_id", "=", predictionId)
    .where("scores.model", "=", model)
    .where((build) =>
      build.exists(
        build
          .selectFrom("version_models")
          .innerJoin("versions", "versions.id", "version_models.version_id")
          .whereRef("version_models.prediction_id", "=", "scores.prediction_id")
          .whereRef("version_models.number", "=", "scores.model")
          .where("versions.deleted_at", "is", null)
          .where("versions.desired", "=", "serving")
          .select("versions.id"),
      ),
    )
    .select(["scores.organisation_id as organisationId", "scores.number", "scores.hash"])
    .select((build) => build.cast<number>("scores.persons", "integer").as("persons"))
    .orderBy("scores.number", "desc")
    .limit(1)
    .executeTakeFirst()
    .then((row) => row && { predictionId, model, ...row });
}

async function scorePieces(tx: Tx, { predictionId, number, hash, organisationId }: ScoresEntry): Promise<readonly ModelPiece[]> {
  const { artefact } = await tx
    .selectFrom("prediction_scores")
    .where("prediction_id", "=", predictionId)
    .where("number", "=", number)
    .select("artefact")
    .executeTakeFirstOrThrow();
  return cut(artefact, { predictionId, number, hash, organisationId });
}
