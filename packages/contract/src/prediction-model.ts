import { z } from "zod";
import { columnTypes } from "./datasource.ts";
import { listOf, resourceOf, shortText, timestamp, webSafeString } from "./hal.ts";
import { curvePoint, predictionSettings } from "./prediction.ts";

export const modelObjectives = ["binary", "multiclass", "regression"] as const;
export type ModelObjective = (typeof modelObjectives)[number];

const summary = {
  /** Counted from 1 for each prediction; a number is never reused, and its model never changes. */
  number: z.int(),
  created: timestamp,
  jobId: webSafeString,
  objective: z.enum(modelObjectives),
  /** SHA-256 of the artefact, in hexadecimal. */
  hash: z.string(),
  /** SHA-256 of the rows that it learned from and was judged by. */
  rowsHash: z.string(),
  rows: z.int(),
  /** The report's first measure, and the same for a baseline that ignores the inputs. */
  metric: z.object({ name: z.string(), value: z.number().nullable(), baseline: z.number().nullable(), higherIsBetter: z.boolean() }),
  status: z.enum(["trained", "deployed"]),
};
export const modelSummary = z.object(summary);
export type ModelSummary = z.infer<typeof modelSummary>;
export const modelList = listOf(modelSummary);

const quality = z.object({ auc: z.number().nullable(), logLoss: z.number(), brier: z.number() });
const classQuality = z.object({ accuracy: z.number(), logLoss: z.number() });
const numberQuality = z.object({ rootMeanSquare: z.number(), meanAbsolute: z.number(), explained: z.number().nullable() });

/** All of it over rows that had no part in the training. */
export const modelEvaluation = z.discriminatedUnion("objective", [
  z.object({
    objective: z.literal("binary"),
    rows: z.int(),
    positives: z.int(),
    quality,
    baseline: quality,
    /** Kolmogorov-Smirnov: the largest distance between true and false positive rate; absent in models trained before 0.6. */
    ks: z.number().nullable().optional(),
    roc: z.array(z.object({ falsePositives: z.number(), truePositives: z.number() })),
    thresholds: z.array(
      z.object({
        threshold: z.number(),
        truePositives: z.int(),
        falsePositives: z.int(),
        trueNegatives: z.int(),
        falseNegatives: z.int(),
        precision: z.number().nullable(),
        recall: z.number().nullable(),
        f1: z.number().nullable(),
      }),
    ),
    lift: z.array(z.object({ share: z.number(), captured: z.number(), lift: z.number() })),
    calibration: z.array(z.object({ predicted: z.number(), observed: z.number(), rows: z.int() })),
    /** `confusion[actual][predicted]` at the threshold 0.5. */
    confusion: z.array(z.array(z.int())),
  }),
  z.object({
    objective: z.literal("multiclass"),
    rows: z.int(),
    quality: classQuality,
    baseline: classQuality,
    confusion: z.array(z.array(z.int())),
    classes: z.array(z.object({ rows: z.int(), precision: z.number().nullable(), recall: z.number().nullable() })),
  }),
  z.object({
    objective: z.literal("regression"),
    rows: z.int(),
    quality: numberQuality,
    baseline: numberQuality,
    deciles: z.array(z.object({ predicted: z.number(), actual: z.number(), rows: z.int() })),
  }),
]);
export type ModelEvaluation = z.infer<typeof modelEvaluation>;

/** How the values of a column were spread over the rows of training. */
export const trainingDistribution = z.object({
  rows: z.int(),
  missing: z.int(),
  /** Values that the model does not distinguish. */
  unseen: z.int(),
  bounds: z.array(z.number()),
  /** Of a category with more values than bins, the last bin counts all other values. */
  bins: z.array(z.int()),
  /** Of a number: the smallest and the largest value; absent in models trained before 0.6. */
  range: z.tuple([z.number(), z.number()]).optional(),
});

export const modelColumn = z.object({
  name: z.string(),
  type: z.enum(columnTypes),
  kind: z.enum(["number", "category"]),
  /** Of a category: the first 200 of the values that the model distinguishes; `valuesCount` is their total number. */
  values: z.array(z.string()),
  valuesCount: z.int(),
  /** Of a number that was cut into bands: their bounds; the distribution is then over the bands, counted from 0. */
  bands: z.array(z.number()).default([]),
  distribution: trainingDistribution,
});
export type ModelColumn = z.infer<typeof modelColumn>;

export const warningCodes = [
  "ALONE_PREDICTS",
  "IDENTIFIER",
  "DATE_AFTER",
  "CONSTANT",
  "ALL_MISSING",
  "MANY_VALUES",
  "ROWS_LEFT_OUT",
  "FEW_ROWS",
] as const;
export type WarningCode = (typeof warningCodes)[number];
/** A reason to doubt the measures of the report. */
export const modelWarning = z.object({ code: z.enum(warningCodes), column: z.string(), message: z.string() });
export type ModelWarning = z.infer<typeof modelWarning>;

export const modelReport = z.object({
  ...summary,
  label: z.object({
    name: z.string(),
    kind: z.enum(["class", "number"]),
    /** Of classes: in their order; of two, the score is the probability of the second. */
    values: z.array(z.string()),
    /** Rows of each class, over all rows. */
    counts: z.array(z.int()),
  }),
  datasources: z.object({
    training: webSafeString,
    test: webSafeString.nullable(),
    evaluation: webSafeString.nullable(),
  }),
  split: z.object({ trainingRows: z.int(), validationRows: z.int(), holdoutRows: z.int(), holdout: z.string() }),
  evaluation: modelEvaluation,
  curve: z.array(curvePoint),
  bestIteration: z.int(),
  /** The mean absolute contribution of each column to the score, the largest first; over the holdout or a sample of it. */
  importance: z.array(z.object({ name: z.string(), value: z.number(), share: z.number() })),
  columns: z.array(modelColumn),
  /** The distribution of the scores of the holdout; null for a model that was trained before this was stored. */
  scores: trainingDistribution.nullable().default(null),
  warnings: z.array(modelWarning),
  settings: predictionSettings,
  /** As passed to the library. */
  parameters: z.record(z.string(), z.string()),
  library: z.string(),
  libraryVersion: z.string(),
  trainingSeconds: z.number(),
});
export type ModelReport = z.infer<typeof modelReport>;
export const modelResource = resourceOf(modelReport);

/** By the names of the model's columns; values that are left out or null are missing. */
export const explainQuestion = z.object({
  values: z
    .record(shortText(200), z.union([shortText(10_000), z.number(), z.null()]))
    .refine((values) => Object.keys(values).length <= 1000, "has too many names"),
});
export type ExplainQuestion = z.infer<typeof explainQuestion>;

export const explanationResource = resourceOf(
  z.object({
    /**
     * The score that a decision would get: of two classes the probability of the second, of more that of the likeliest; else the number.
     */
    score: z.number(),
    /** Of classes. */
    probabilities: z.array(z.object({ value: z.string(), probability: z.number() })),
    /** The class that base and contributions are about; empty for a number. */
    of: z.string(),
    /** The average output of the trees. Base and contributions add up to the raw score: log-odds for classes. */
    base: z.number(),
    raw: z.number(),
    /** The largest first. */
    contributions: z.array(z.object({ name: z.string(), value: z.union([z.string(), z.number()]).nullable(), contribution: z.number() })),
  }),
);
export type Explanation = z.infer<typeof explanationResource>["_embedded"];
