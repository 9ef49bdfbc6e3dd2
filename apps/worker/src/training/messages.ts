import type { BinaryReport, Column, Distribution, Label, MulticlassReport, RegressionReport } from "@airlock/model";
import type { TrainingSettings } from "./settings.ts";

/** Rows for growing trees, for early stopping, and for evaluating the model. */
export const parts = ["training", "validation", "holdout"] as const;
export type Part = (typeof parts)[number];

/** Consecutive rows of one part, and their labels. */
export interface Block {
  readonly of: Part;
  readonly rows: Float64Array;
  readonly labels: Float32Array;
}

/** Sent to the child. Blocks follow `begin` in any order until `train`. */
export type Order =
  | {
      readonly kind: "begin";
      readonly library: string;
      readonly columns: readonly Column[];
      readonly label: Label;
      readonly rows: Readonly<Record<Part, number>>;
    }
  | { readonly kind: "block"; readonly block: Block }
  | {
      readonly kind: "train";
      readonly settings: TrainingSettings;
      readonly threads: number;
      /** Time limit for trying other settings. */
      readonly searchSeconds: number;
    };

/** One point of the learning curve. */
export interface Iteration {
  readonly iteration: number;
  readonly training: number;
  readonly validation: number | null;
}

export interface Search {
  readonly trial: number;
  readonly secondsLeft: number;
  readonly best: number | null;
}

export type Evaluated =
  | ({ readonly objective: "binary"; readonly confusion: readonly (readonly number[])[] } & BinaryReport)
  | ({ readonly objective: "multiclass" } & MulticlassReport)
  | ({ readonly objective: "regression" } & RegressionReport);

/** The result of a training, all of it computed in the child, which has the rows. */
export interface TrainedForest {
  readonly text: string;
  /** The iteration after which validation did not improve. */
  readonly best: number;
  readonly libraryVersion: string;
  /** As passed to the library. */
  readonly parameters: string;
  readonly evaluated: Evaluated;
  /** The mean absolute contribution of each column to the raw scores. */
  readonly importance: readonly number[];
  /** Distributions of the training rows, by column. */
  readonly distributions: readonly Distribution[];
  /** Distribution of the scores of the holdout. */
  readonly scores: Distribution;
  /** Indices of the columns that predict the label by themselves. */
  readonly leaking: readonly number[];
}

/** Sent by the child. */
export type Report =
  /** Ready for the next order: orders are sent one at a time, so that no block is in memory twice. */
  | { readonly kind: "taken" }
  | { readonly kind: "iteration"; readonly iteration: Iteration }
  | { readonly kind: "search"; readonly search: Search }
  /** The trees are complete and are being evaluated. */
  | { readonly kind: "grown" }
  | { readonly kind: "trained"; readonly trained: TrainedForest }
  | { readonly kind: "failed"; readonly message: string };
