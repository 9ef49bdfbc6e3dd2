import type { Label } from "@airlock/model";

/** What a person may set; everything else is decided here. */
export interface TrainingSettings {
  readonly iterations: number;
  readonly learningRate: number;
  /** At most 32: a tree's leaves then fit one word of the scorer. */
  readonly leaves: number;
  readonly minRowsInLeaf: number;
  /** Iterations without a better validation after which training ends. */
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
 * The library only warns of a parameter it does not know, so this is the whole list. With these, the same rows give the same trees,
 * whatever the number of threads.
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
    // Rows are taken once, whatever settings are tried on them.
    feature_pre_filter: false,
    verbosity: -1,
    // It must stand in the parameters of the rows and of the training alike.
    ...(categorical.length > 0 ? { categorical_feature: categorical.join(",") } : {}),
  })
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(" ");
}
