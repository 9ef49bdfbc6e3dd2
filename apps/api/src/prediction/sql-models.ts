import { modelKey, type SqlModel, type SqlModels } from "@airlock/engine/sql";
import type { Definition } from "@airlock/flow";
import { forestTables, type Artefact } from "@airlock/model";
import type { Tx } from "@airlock/platform/postgres";
import { openModel } from "./model-store.ts";
import { findPrediction } from "./store.ts";

/** A model never changes, and neither do its tables. */
const made = new WeakMap<Artefact, SqlModel | string>();

/** The models that a frozen flow pins, as ClickHouse scores them; a sentence for those that it cannot. What is gone is not among them. */
export async function sqlModelsFor(tx: Tx, { solutionDefinition }: Definition): Promise<SqlModels> {
  const models = new Map<string, SqlModel | string>();
  for (const node of solutionDefinition.nodes) {
    if (node.type !== "Prediction") continue;
    const prediction = await findPrediction(tx, node.config, false);
    if (prediction === undefined) continue;
    const key = modelKey(node.config, node.model);
    if (prediction.type !== "standard") {
      models.set(key, "Its scores are looked up by person, not worked out.");
      continue;
    }
    const artefact = (await openModel(tx, prediction.id, node.model))?.artefact;
    if (artefact === undefined) continue;
    const tables = made.get(artefact) ?? forestTables(artefact);
    made.set(artefact, tables);
    models.set(key, tables);
  }
  return models;
}
