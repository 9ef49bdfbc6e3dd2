import { gunzipSync } from "node:zlib";
import { modelKey, type SqlModel, type SqlModels } from "@airlock/engine/sql";
import type { Definition } from "@airlock/flow";
import { forestTables, type Artefact } from "@airlock/model";
import type { Tx } from "@airlock/platform/postgres";

/** The models that a frozen flow pins, as ClickHouse scores them; a sentence for those that it cannot. What is gone is not among them. */
export async function readSqlModels(tx: Tx, { solutionDefinition }: Definition): Promise<SqlModels> {
  const models = new Map<string, SqlModel | string>();
  for (const node of solutionDefinition.nodes) {
    if (node.type !== "Prediction") continue;
    const found = await tx
      .selectFrom("prediction_models")
      .innerJoin("predictions", "predictions.id", "prediction_models.prediction_id")
      .where("prediction_models.prediction_id", "=", node.config)
      .where("prediction_models.number", "=", node.model)
      .select(["prediction_models.artefact", "predictions.type"])
      .executeTakeFirst();
    if (found === undefined) continue;
    // Written by a training, which checked it.
    const artefact = JSON.parse(gunzipSync(found.artefact).toString("utf8")) as Artefact;
    const model = found.type === "standard" ? forestTables(artefact) : "Its scores are looked up by person, not worked out.";
    models.set(modelKey(node.config, node.model), model);
  }
  return models;
}
