import { z } from "zod";
import { columnTypes } from "./datasource.ts";
import { label, listOf, resourceOf, revision, shortText, text, timestamp, webSafeString } from "./hal.ts";
import { predictionAnalytics, predictionScheduler, predictionScores } from "./prediction-analytics.ts";
import { predictionDrift } from "./prediction-drift.ts";

export const predictionTypes = ["standard", "analyticsPrediction"] as const;
export type PredictionType = (typeof predictionTypes)[number];

export const predictionStatuses = ["configuring", "training", "trained", "failed", "schedulerStopped", "schedulerRunning"] as const;
export type PredictionStatus = (typeof predictionStatuses)[number];

/** A column of the training datasource and how the user configured it. */
export const predictionColumn = z.object({
  /** What the model calls it. */
  name: shortText(200),
  type: z.enum(columnTypes),
  /** Of the datasource's column: `c0`, `c1` and so on. One that was added by hand is found by its name. */
  key: shortText(200),
  isLabelColumn: z.boolean().default(false),
  /** Of numbers: the bounds of the bands that the model distinguishes; if empty, the training chooses its own. */
  boundaries: z.array(z.number()).max(1000).default([]),
  /** Of texts: the values that the model distinguishes; all others count as one. */
  values: z.array(shortText(1000)).max(10_000).default([]),
  /** Of texts without `values`: how many of the most frequent values the model distinguishes; null leaves the choice to the training. */
  valuesCount: z.int().min(1).max(1_000_000).nullable().default(null),
});
export type PredictionColumn = z.infer<typeof predictionColumn>;

/** An input of the model. */
export const predictionInputField = z.object({
  name: shortText(200),
  /** The application field that is usually mapped to it. */
  applicationField: shortText(200).default(""),
  dsName: shortText(200).default(""),
  dsFieldName: shortText(200).default(""),
});
export type PredictionInputField = z.infer<typeof predictionInputField>;

export const predictionMapping = z.object({
  columns: z.array(predictionColumn).max(1000).default([]),
  /** Keys of the columns that the model learns from; never the label's. */
  selectedRowKeys: z.array(shortText(200)).max(1000).default([]),
  /** Key of the column to predict; empty until it is chosen. */
  labelField: shortText(200).default(""),
  /** One for each selected column. The server generates the list; of what is sent, only `applicationField` is kept. */
  inputFields: z.array(predictionInputField).max(1000).default([]),
});
export type PredictionMapping = z.infer<typeof predictionMapping>;

export const validationKinds = ["rows", "time", "test"] as const;
export type ValidationKind = (typeof validationKinds)[number];

export const predictionSettings = z.object({
  /** Judged by rows chosen by chance, by the latest ones, or by the test datasource. */
  validation: z.enum(validationKinds).default("rows"),
  /** Key of the column with the time of a row, for `time`. */
  timeColumn: shortText(200).nullable().default(null),
  /** The maximum: training ends when the validation no longer improves. */
  trees: z.int().min(1).max(5000).default(500),
  learningRate: z.number().min(0.001).max(1).default(0.05),
  leaves: z.int().min(2).max(32).default(31),
  /** How long other parameters are tried for; 0 trains once, with these. */
  searchSeconds: z.int().min(0).max(3600).default(0),
  seed: z.int().min(0).max(2_147_483_647).default(1),
});
export type PredictionSettings = z.infer<typeof predictionSettings>;

const summary = {
  webSafeString,
  name: z.string(),
  code: z.string(),
  type: z.enum(predictionTypes),
  description: z.string(),
  status: z.enum(predictionStatuses),
  /** The status as a sentence for the user; empty before the first training. */
  statusMessage: z.string(),
  /** The number of the model that new versions pin; null while none is deployed. */
  deployedModel: z.int().nullable(),
  /** The number of the model that was trained last. */
  latestModel: z.int().nullable(),
  drift: predictionDrift,
  createdDate: timestamp,
  updatedDate: timestamp,
  revision,
};
/** In lists. */
export const predictionSummary = z.object(summary);
export type PredictionSummary = z.infer<typeof predictionSummary>;

const sources = {
  trainingDatasource: webSafeString.nullable(),
  testDatasource: webSafeString.nullable(),
  evaluationDatasource: webSafeString.nullable(),
  /** Of an analytics prediction: a datasource of type predictiveAnalytics. */
  eventsDatasource: webSafeString.nullable(),
};
export const predictionFields = z.object({
  ...summary,
  ...sources,
  mapping: predictionMapping,
  settings: predictionSettings,
  scheduler: predictionScheduler,
  /** Of an analytics prediction, as are those that follow; others leave it at its defaults. */
  analytics: predictionAnalytics,
  /** When the scheduler runs it next; null while it is stopped. */
  nextRun: timestamp.nullable(),
  /** The newest scores of the deployed model; null before the first. */
  scores: predictionScores.nullable(),
  /** Names of the selected columns. */
  trainingInputFields: z.array(z.string()),
});
export type PredictionFields = z.infer<typeof predictionFields>;

export const predictionResource = resourceOf(predictionFields);
export const predictionList = listOf(predictionSummary);

export const predictionCreate = z.object({ name: label, type: z.enum(predictionTypes).default("standard"), description: text.default("") });
export type PredictionCreate = z.infer<typeof predictionCreate>;

/** Everything is optional. Read-only fields may be sent back and are ignored. */
export const predictionUpdate = z.object({
  name: label.optional(),
  type: z.enum(predictionTypes).optional(),
  description: text.optional(),
  trainingDatasource: sources.trainingDatasource.optional(),
  testDatasource: sources.testDatasource.optional(),
  evaluationDatasource: sources.evaluationDatasource.optional(),
  eventsDatasource: sources.eventsDatasource.optional(),
  mapping: predictionMapping.optional(),
  settings: predictionSettings.optional(),
  scheduler: predictionScheduler.optional(),
  analytics: predictionAnalytics.optional(),
  revision: revision.optional(),
});
export type PredictionUpdate = z.infer<typeof predictionUpdate>;

/** Nothing, or the changes to save first. */
export const trainingOrder = predictionUpdate.nullable();

/** Without a number the model that was trained last. */
export const predictionDeployment = z.object({ model: z.int().min(1).max(1_000_000).optional() }).nullable();

/** The configuration that a training uses from its start to its end, whatever is saved in the meantime. */
export const trainingConfig = z.object({
  trainingDatasource: webSafeString,
  testDatasource: webSafeString.nullable(),
  evaluationDatasource: webSafeString.nullable(),
  mapping: predictionMapping,
  settings: predictionSettings,
  /** Of an analytics prediction: the training datasource has events, and a run uses those that were known at this moment. */
  events: z.object({ analytics: predictionAnalytics, asOf: timestamp, runId: webSafeString }).optional(),
});
export type TrainingConfig = z.infer<typeof trainingConfig>;

export const trainingStatuses = ["waiting", "training", "trained", "failed", "cancelled"] as const;
export type TrainingStatus = (typeof trainingStatuses)[number];
export const trainingStages = ["read", "split", "search", "build", "evaluate", "store"] as const;
export type TrainingStage = (typeof trainingStages)[number];

export const curvePoint = z.object({ iteration: z.int(), train: z.number(), validation: z.number().nullable() });
export type CurvePoint = z.infer<typeof curvePoint>;

const jobSummary = {
  jobId: webSafeString,
  /** Counted from 1 for each prediction. */
  number: z.int(),
  status: z.enum(trainingStatuses),
  created: timestamp,
  ended: timestamp.nullable(),
  lastStatusUpdate: timestamp,
  /** Why it failed; empty otherwise. */
  message: z.string(),
  /** The number of the resulting model. */
  model: z.int().nullable(),
  /** How good that model is, by the report's first measure. */
  metric: z.object({ name: z.string(), value: z.number() }).nullable(),
};
export const trainingJobSummary = z.object(jobSummary);
export type TrainingJobSummary = z.infer<typeof trainingJobSummary>;

export const trainingJob = z.object({
  ...jobSummary,
  iteration: z.int(),
  iterations: z.int(),
  curve: z.array(curvePoint),
  rows: z.int().nullable(),
  /** In order; the last one without an end is in progress. */
  stages: z.array(z.object({ stage: z.enum(trainingStages), started: timestamp, ended: timestamp.nullable() })),
  /** Of the search for parameters: which trial, how many seconds are left of its budget, and the best loss so far. */
  search: z.object({ trial: z.int(), secondsLeft: z.number(), best: z.number().nullable() }).nullable(),
});
export type TrainingJob = z.infer<typeof trainingJob>;

/** The job that runs or ran last, null before the first; and the jobs before, newest first. */
export const trainingResource = resourceOf(z.object({ job: trainingJob.nullable(), jobs: z.array(trainingJobSummary) }));

export const trainingLogLine = z.object({ at: timestamp, level: z.enum(["info", "warning", "error"]), message: z.string() });
export type TrainingLogLine = z.infer<typeof trainingLogLine>;
/** Of the last job, or of the requested one. */
export const trainingLogs = resourceOf(z.object({ jobId: webSafeString.nullable(), lines: z.array(trainingLogLine) }));
export const trainingLogQuery = z.object({ jobWss: webSafeString.optional() });
