import { inlined, modelOf, splitInlinedId, withModel, type Definition, type ModelRef } from "@airlock/flow";
import type { Tx } from "@airlock/platform/postgres";
import { isRefused, type Refused } from "../outcome.ts";
import { findModel } from "./model-store.ts";
import { hasScores } from "./score-store.ts";
import { findPrediction, type PredictionRow } from "./store.ts";

export interface PinnedModel {
  readonly predictionId: string;
  readonly number: number;
}

export interface Pinned {
  /** With the number of its model in every prediction: a frozen definition never changes its models. */
  readonly definition: Definition;
  readonly models: readonly PinnedModel[];
}

/** Chooses the model of each prediction: the one that its node names, otherwise the deployed one. Those of sub-flows are pinned already. */
export async function pinModels(tx: Tx, definition: Definition): Promise<Pinned | Refused> {
  const { solutionDefinition } = definition;
  const models = new Map<string, PinnedModel>();
  const nodes: (typeof solutionDefinition.nodes)[number][] = [];
  for (const node of solutionDefinition.nodes) {
    const chosen = modelOf(node);
    if (chosen === undefined) {
      nodes.push(node);
      continue;
    }
    const model = await pinModel(tx, chosen);
    if (isRefused(model)) return model;
    models.set(`${model.predictionId} ${model.number}`, model);
    nodes.push(withModel(node, model.number));
  }
  for (const { id, part } of inlined(definition).nodes) {
    const chosen = splitInlinedId(id) === undefined ? undefined : modelOf(part);
    if (chosen === undefined) continue;
    const model = await pinModel(tx, chosen);
    if (isRefused(model)) return model;
    models.set(`${model.predictionId} ${model.number}`, model);
  }
  return { definition: { ...definition, solutionDefinition: { ...solutionDefinition, nodes } }, models: [...models.values()] };
}

async function pinModel(tx: Tx, { config, model }: ModelRef): Promise<PinnedModel | Refused> {
  const prediction = await findPrediction(tx, config, false);
  const number = model === 0 ? prediction?.deployed_model : model;
  if (prediction !== undefined && number != null && (await canDecide(tx, prediction, number)))
    return { predictionId: prediction.id, number };
  const details = { prediction: prediction?.name ?? "a prediction that is not there" };
  return { kind: "refused", problem: { code: "MODEL_NOT_DEPLOYED", details } };
}

/** A model that learned from events is used through its scores. */
async function canDecide(tx: Tx, { id, type }: PredictionRow, number: number): Promise<boolean> {
  return type === "analyticsPrediction" ? hasScores(tx, id, number) : (await findModel(tx, id, number)) !== undefined;
}
