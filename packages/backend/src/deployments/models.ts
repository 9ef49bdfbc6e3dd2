import { modelPieceKey, type ModelPiece, type ModelReference } from "@airlock/contract";
import { cut, publishPieces } from "./pieces.ts";
import { listsOf, publishList } from "./lists.ts";
import { publishScores, scoresOf, type ModelParts } from "./scores.ts";
import type { Tenant, Tx } from "@airlock/platform/postgres";

/** The models that a version pins and scores with, in a stable order. */
export function modelsOf(tx: Tx, versionId: string): Promise<readonly ModelReference[]> {
  return tx
    .selectFrom("version_models")
    .innerJoin("predictions", "predictions.id", "version_models.prediction_id")
    .where("predictions.type", "=", "standard")
    .innerJoin("prediction_models", (join) =>
      join
        .onRef("prediction_models.prediction_id", "=", "version_models.prediction_id")
        .onRef("prediction_models.number", "=", "version_models.number"),
    )
    .where("version_models.version_id", "=", versionId)
    .select(["prediction_models.prediction_id as predictionId", "prediction_models.number", "prediction_models.hash"])
    .orderBy("prediction_models.prediction_id")
    .orderBy("prediction_models.number")
    .execute();
}

/** Publishes the models, scores and lists of a version that should serve, unless they are in the bucket. Idempotent. */
export async function publishModels(parts: ModelParts, tenant: Tenant, versionId: string): Promise<void> {
  const { postgres, models } = parts;
  const { wanted, scored, used } = await postgres.inOrganisation(tenant, async (tx) => {
    const row = await tx
      .selectFrom("versions")
      .where("id", "=", versionId)
      .where("deleted_at", "is", null)
      .select("desired")
      .executeTakeFirst();
    if (row?.desired !== "serving") return { wanted: [], scored: [], used: [] };
    return { wanted: await modelsOf(tx, versionId), scored: await scoresOf(tx, versionId), used: await listsOf(tx, versionId) };
  });
  for (const { listId } of used) await publishList(parts, tenant, listId);
  for (const model of scored) await publishScores(parts, tenant, model);
  for (const model of wanted) {
    const first = await models.get(modelPieceKey(model, 0));
    if (first?.value?.hash === model.hash) continue;
    const pieces = await postgres.inOrganisation(tenant, (tx) => piecesOf(tx, model));
    await publishPieces(models, pieces, (place) => modelPieceKey(model, place));
  }
}

async function piecesOf(tx: Tx, { predictionId, number, hash }: ModelReference): Promise<readonly ModelPiece[]> {
  const { artefact, organisation_id: organisationId } = await tx
    .selectFrom("prediction_models")
    .where("prediction_id", "=", predictionId)
    .where("number", "=", number)
    .select(["artefact", "organisation_id"])
    .executeTakeFirstOrThrow();
  return cut(artefact, { predictionId, number, hash, organisationId });
}
