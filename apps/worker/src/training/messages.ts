import type { BinaryReport, Column, Distribution, Label, MulticlassReport, RegressionReport } from "@airlock/model";
import type { TrainingSettings } from "./settings.ts";

/** Rows that the trees grow from, rows that say when they are enough, and rows that had no part in it and judge the outcome. */
export const parts = ["training", "validation", "holdout"] as const;
export type Part = (typeof parts)[number];

/** Rows of one part, one after another, and their labels. */
export interface Block {
  readonly of: Part;
  readonly rows: Float64Array;
  readonly labels: Float32Array;
}

/** To the child. Blocks follow `begin` in any order until `train`. */
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
      /** How long other settings are tried for. */
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

/** What comes of a training, all of it worked out where the rows are. */
export interface TrainedForest {
  readonly text: string;
  /** The iteration after which the validation did not get better. */
  readonly best: number;
  readonly libraryVersion: string;
  /** As the library was given them. */
  readonly parameters: string;
  readonly evaluated: Evaluated;
  /** The mean size of each column's part of the raw scores. */
  readonly importance: readonly number[];
  /** Of the rows of training, column by column. */
  readonly distributions: readonly Distribution[];
  /** Of the scores of the held-out rows. */
  readonly scores: Distribution;
  /** Places of the columns that alone tell the label. */
  readonly telling: readonly number[];
}

/** From the child. */
export type Report =
  /** Ready for the next order: orders are sent one at a time, so that no block waits in memory twice. */
  | { readonly kind: "taken" }
  | { readonly kind: "iteration"; readonly iteration: Iteration }
  | { readonly kind: "search"; readonly search: Search }
  /** The trees stand, and are being judged. */
  | { readonly kind: "grown" }
  | { readonly kind: "trained"; readonly trained: TrainedForest }
  | { readonly kind: "failed"; readonly message: string };
