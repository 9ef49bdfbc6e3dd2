import { z } from "zod";
import { givenTime, resourceOf, shortText, timestamp, webSafeString } from "./hal.ts";

/** Above this population stability index a day is taken for another population than the one of training. */
export const usualDriftThreshold = 0.2;

export const driftStates = ["none", "steady", "drifting"] as const;
export type DriftState = (typeof driftStates)[number];

/** The drift of the newest day with enough decisions, as shown in lists and in the editor. */
export const predictionDrift = z.object({
  /** `none` until a day has enough decisions. */
  state: z.enum(driftStates),
  /** The first of the consecutive days without a steady one, as the time at which it began. */
  since: timestamp.nullable(),
  /** Columns that are past the threshold. */
  columns: z.array(z.string()),
  /** Whether the scores are. */
  score: z.boolean(),
});
export type PredictionDrift = z.infer<typeof predictionDrift>;

/** An ISO time, or `-` for the default: the last thirty days. Whole days in UTC. */
const time = z.union([givenTime, z.literal("-")]).default("-");
export const driftQuery = z.object({
  start: time,
  end: time,
  /** Without a number the model that is deployed. */
  model: z.coerce.number().int().min(1).max(1_000_000).optional(),
});
export type DriftQuery = z.infer<typeof driftQuery>;

const day = z.iso.date();
const share = z.number().nullable();
/** A column may also be called `score`: `of` distinguishes the two. */
const which = { of: z.enum(["column", "score"]), column: z.string() };
const figures = {
  ...which,
  /** Population stability index compared with the rows of training (for scores: with the holdout); null without predictions. */
  psi: z.number().nullable(),
  missingRate: share,
  trainingMissingRate: share,
  /** Share of values that the model does not distinguish and that were not in training. */
  unseenShare: share,
  /** The number of predictions. */
  count: z.int(),
  /** Whether there are enough decisions for the index to reflect change rather than chance. */
  enough: z.boolean(),
};
export const driftDay = z.object({ day, ...figures });
export type DriftDay = z.infer<typeof driftDay>;

/** A column over the whole requested period. */
export const driftColumn = z.object({
  ...figures,
  kind: z.enum(["number", "category"]),
  /** Shares of each part, in training and now; the last ones are the missing and the unseen. */
  bins: z.array(z.object({ label: z.string(), training: z.number(), live: z.number() })),
});
export type DriftColumn = z.infer<typeof driftColumn>;

/** One for each column and day, however often it was counted again. */
export const driftAlert = z.object({
  ...which,
  day,
  at: timestamp,
  model: z.int(),
  psi: z.number(),
  count: z.int(),
  /** Whether a mail about it was sent. */
  notified: z.boolean(),
});
export type DriftAlert = z.infer<typeof driftAlert>;

/** The datasource with known outcomes of the decisions. */
export const predictionOutcomes = z.object({
  datasourceId: webSafeString,
  /** Keys of columns of the datasource: whose outcome it is, and what it is. */
  keyColumn: shortText(200).min(1),
  labelColumn: shortText(200).min(1),
  /** The application field that has the same key; null where the key is the id of the execution. */
  applicationField: shortText(200).min(1).nullable().default(null),
});
export type PredictionOutcomes = z.infer<typeof predictionOutcomes>;
export const outcomesUpdate = predictionOutcomes.nullable();

export const driftUpdate = z.object({ threshold: z.number().min(0.01).max(10), notify: z.boolean() });
export type DriftUpdate = z.infer<typeof driftUpdate>;

export const qualityDay = z.object({
  day,
  /** Decisions of the day whose outcome is known. */
  count: z.int(),
  /** The report's first measure over these; null where it is undefined, for example with only one class. */
  metric: z.number().nullable(),
  reportMetric: z.number().nullable(),
});
export type QualityDay = z.infer<typeof qualityDay>;

export const driftFields = z.object({
  /** Null while no model is deployed and none was requested; everything below is then empty. */
  model: z.int().nullable(),
  start: timestamp,
  end: timestamp,
  threshold: z.number(),
  notify: z.boolean(),
  /** When live decisions were last counted; null before the first count. */
  counted: timestamp.nullable(),
  drift: predictionDrift,
  /** Day by day, and in a day column by column as the model has them, the score last. Days without decisions are left out. */
  days: z.array(driftDay),
  columns: z.array(driftColumn),
  /** Newest first. */
  alerts: z.array(driftAlert),
  outcomes: predictionOutcomes.nullable(),
  /** The report's first measure, and the same by outcomes, day by day. */
  quality: z.object({
    metric: z.string(),
    higherIsBetter: z.boolean(),
    days: z.array(qualityDay),
  }),
});
export type DriftFields = z.infer<typeof driftFields>;
export const driftResource = resourceOf(driftFields);
