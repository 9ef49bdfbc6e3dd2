import { openModel } from "@airlock/backend/models";
import { inlined, modelOf, type Definition } from "@airlock/flow";
import { lookUp, type ScoreSource } from "@airlock/model";
import type { Tx } from "@airlock/platform/postgres";
import { openScores } from "./score-store.ts";
import { findPrediction } from "./store.ts";

/** What a node uses: a model that scores, or the stored scores of all persons. */
type NodeModel = ScoreSource<number | undefined>;

/** By node: the model that a test execution uses, or a sentence that says why there is none. */
export type NodeModels = ReadonlyMap<string, NodeModel | string>;

/** The models that a version frozen now would have. */
export async function modelsFor(tx: Tx, definition: Definition): Promise<NodeModels> {
  const models = new Map<string, NodeModel | string>();
  for (const { id: nodeId, part } of inlined(definition).nodes) {
    const pinned = modelOf(part);
    if (pinned === undefined) continue;
    const prediction = await findPrediction(tx, pinned.config, false);
    const number = pinned.model === 0 ? (prediction?.deployed_model ?? 0) : pinned.model;
    if (prediction === undefined) models.set(nodeId, "The prediction is not there any more. Choose another.");
    else if (prediction.type === "analyticsPrediction") {
      const scores = number === 0 ? undefined : await openScores(tx, prediction.id, number);
      if (scores === undefined) models.set(nodeId, `The prediction ${prediction.name} has no scores yet. Start its scheduler first.`);
      else models.set(nodeId, { predict: (inputs) => ({ score: lookUp(scores, inputs), taken: undefined }) });
    } else if (number === 0) models.set(nodeId, `The prediction ${prediction.name} has no deployed model. Train and deploy it first.`);
    else models.set(nodeId, (await openModel(tx, prediction.id, number)) ?? `The prediction ${prediction.name} has no model ${number}.`);
  }
  return models;
}
