import type { Bucket } from "@airlock/platform";

export interface SweepModelsOptions {
  readonly models: Pick<Bucket<"models">, "keys" | "remove">;
  /** Which of these predictions are not there any more. */
  readonly gone: (ids: readonly string[]) => Promise<readonly string[]>;
}

/** Of a prediction that is gone no model stays on its way to runtimes: no version that could serve is left that needs it. Answers how many pieces went. */
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
