import type { Bucket } from "@airlock/platform";

export interface SweepModelsOptions {
  readonly models: Pick<Bucket<"models">, "keys" | "remove">;
  /** Returns those of these predictions that were deleted. */
  readonly gone: (ids: readonly string[]) => Promise<readonly string[]>;
}

/** Removes the models of deleted predictions from the bucket: no version that could serve needs them. Returns the number of removed pieces. */
export async function sweepModels({ models, gone }: SweepModelsOptions): Promise<number> {
  const byPrediction = Map.groupBy(await models.keys(), (key) => key.split(".", 1)[0] ?? "");
  if (byPrediction.size === 0) return 0;
  let removed = 0;
  for (const id of await gone([...byPrediction.keys()])) {
    for (const key of byPrediction.get(id) ?? []) {
      await models.remove(key);
      removed += 1;
    }
  }
  return removed;
}
