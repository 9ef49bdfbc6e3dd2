import type { Label } from "@airlock/model";

/** Settings that users may change; all other parameters are fixed here. */
export interface TrainingSettings {
  readonly iterations: number;
  readonly learningRate: number;
  /** At most 32: the leaves of a tree then fit one 32-bit word of the scorer. */
  readonly leaves: number;
  readonly minRowsInLeaf: number;
  /** Early stopping: iterations without a better validation after which training ends. */
  readonly patience: number;
  readonly seed: number;
}

export const usualSettings: TrainingSettings = {
  iterations: 500,
  learningRate: 0.05,
  leaves: 31,
  minRowsInLeaf: 20,
  patience: 30,
  seed: 1,
};

/**
 * The library only warns about unknown parameters, so this is the complete list. With these, the same rows give the same trees, whatever the number
 * of threads.
 */
export function parametersFor(label: Label, settings: TrainingSettings, categorical: readonly number[], threads: number): string {
  const classes = label.kind === "class" ? label.values.length : 0;
  const objective = label.kind === "number" ? "regression" : classes === 2 ? "binary" : "multiclass";
  return Object.entries({
    objective,
    metric: { regression: "l2", binary: "binary_logloss", multiclass: "multi_logloss" }[objective],
    ...(objective === "multiclass" ? { num_class: classes } : {}),
    num_leaves: Math.min(32, settings.leaves),
    learning_rate: settings.learningRate,
    min_data_in_leaf: settings.minRowsInLeaf,
    seed: settings.seed,
    num_threads: threads,
    deterministic: true,
    force_row_wise: true,
    // The dataset is built once and used with several settings.
    feature_pre_filter: false,
    verbosity: -1,
    // The library requires it in the parameters of both the dataset and the training.
    ...(categorical.length > 0 ? { categorical_feature: categorical.join(",") } : {}),
  })
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(" ");
}
