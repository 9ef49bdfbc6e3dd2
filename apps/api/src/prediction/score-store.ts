import { gunzipSync } from "node:zlib";
import { readScores, type Scores } from "@airlock/model";
import type { Tx } from "@airlock/platform/postgres";

/** Scores are immutable, so opened ones stay valid; only the last few are cached. */
const opened = new Map<string, Scores>();
const maxOpened = 4;

/** Whether there are scores that a version could look up. */
export async function hasScores(tx: Tx, predictionId: string, model: number): Promise<boolean> {
  const found = tx.selectFrom("prediction_scores").where("prediction_id", "=", predictionId).where("model", "=", model).select("number");
  return (await found.limit(1).executeTakeFirst()) !== undefined;
}

/** The models that have scores. */
export async function scoredModels(tx: Tx, predictionId: string): Promise<readonly number[]> {
  const found = await tx.selectFrom("prediction_scores").where("prediction_id", "=", predictionId).select("model").distinct().execute();
  return found.map(({ model }) => model);
}

/** The newest scores of a model, for test executions. The row is queried each time, because row-level security applies to it. */
export async function openScores(tx: Tx, predictionId: string, model: number): Promise<Scores | undefined> {
  const found = tx
    .selectFrom("prediction_scores")
    .where("prediction_id", "=", predictionId)
    .where("model", "=", model)
    .orderBy("number", "desc")
    .limit(1);
  const row = await found.select(["number", "hash"]).executeTakeFirst();
  if (row === undefined) return undefined;
  const key = `${predictionId} ${row.number} ${row.hash}`;
  const known = opened.get(key);
  if (known !== undefined) return known;
  const { artefact } = await found.select("artefact").executeTakeFirstOrThrow();
  const scores = readScores(gunzipSync(artefact));
  if (opened.size >= maxOpened) opened.delete(opened.keys().next().value ?? "");
  opened.set(key, scores);
  return scores;
}
