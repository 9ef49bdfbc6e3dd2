import { modelOf, withModel, type Definition } from "@airlock/flow";
import type { Tx } from "@airlock/platform/postgres";
import type { Refused } from "../outcome.ts";
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

/** Chooses the model of each prediction: the one that its node names, otherwise the deployed one. */
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
    const prediction = await findPrediction(tx, chosen.config, false);
    const number = chosen.model === 0 ? prediction?.deployed_model : chosen.model;
    const isThere = prediction !== undefined && number != null && (await canDecide(tx, prediction, number));
    if (!isThere) {
      const details = { prediction: prediction?.name ?? "a prediction that is not there" };
      return { kind: "refused", problem: { code: "MODEL_NOT_DEPLOYED", details } };
    }
    models.set(`${prediction.id} ${number}`, { predictionId: prediction.id, number });
    nodes.push(withModel(node, number));
  }
  return { definition: { ...definition, solutionDefinition: { ...solutionDefinition, nodes } }, models: [...models.values()] };
}

/** A model that learned from events is used through its scores. */
async function canDecide(tx: Tx, { id, type }: PredictionRow, number: number): Promise<boolean> {
  return type === "analyticsPrediction" ? hasScores(tx, id, number) : (await findModel(tx, id, number)) !== undefined;
}
