import { gunzipSync } from "node:zlib";
import { createPredictor, type Artefact, type Predictor } from "@airlock/model";
import type { Tx } from "@airlock/platform/postgres";

interface Cached {
  readonly artefact: Artefact;
  readonly bytes: number;
}

/** A model is immutable, so a cached artefact stays valid. The oldest are evicted beyond this size. */
const maxCachedBytes = 256 * 1024 * 1024;
const cache = new Map<string, Cached>();
const predictors = new WeakMap<Artefact, Predictor>();

/** A trained model as stored; undefined if this organisation has no such model. */
export async function readArtefact(tx: Tx, predictionId: string, number: number): Promise<Artefact | undefined> {
  const stored = tx.selectFrom("prediction_models").where("prediction_id", "=", predictionId).where("number", "=", number);
  // Queried every time, because row-level security decides whether the caller may see it.
  const row = await stored.select("hash").executeTakeFirst();
  if (row === undefined) return undefined;
  const key = `${predictionId} ${number} ${row.hash}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached.artefact;
  const { artefact: packed } = await stored.select("artefact").executeTakeFirstOrThrow();
  const text = gunzipSync(packed).toString("utf8");
  const artefact = JSON.parse(text) as Artefact; // Written and verified by a training.
  cache.set(key, { artefact, bytes: text.length });
  dropOldest();
  return artefact;
}

/** The same, ready to score. */
export async function openModel(tx: Tx, predictionId: string, number: number): Promise<Predictor | undefined> {
  const artefact = await readArtefact(tx, predictionId, number);
  if (artefact === undefined) return undefined;
  const predictor = predictors.get(artefact) ?? createPredictor(artefact);
  predictors.set(artefact, predictor);
  return predictor;
}

function dropOldest(): void {
  let bytes = 0;
  for (const cached of cache.values()) bytes += cached.bytes;
  for (const [key, cached] of cache) {
    // The newest stays, however large it is.
    if (bytes <= maxCachedBytes || cache.size === 1) return;
    cache.delete(key);
    bytes -= cached.bytes;
  }
}
