import { z } from "zod";
import { listOf, shortText, timestamp } from "./hal.ts";
import { delayMinuteOptions } from "./schedule.ts";

/** What an analytics prediction reads from its events datasource: keys of columns, empty until they are chosen. */
export const predictionAnalytics = z.object({
  /** Who. */
  personColumn: shortText(200).default(""),
  /** When. */
  timeColumn: shortText(200).default(""),
  /** What. */
  eventColumn: shortText(200).default(""),
  /** How much; null where it is of no interest. */
  amountColumn: shortText(200).nullable().default(null),
  /** The event to predict, a value of the event column; empty until it is chosen. */
  target: shortText(1000).default(""),
  /** The number of days after the moment of the score. */
  horizonDays: z.int().min(1).max(366).default(30),
  /** Numbers of days before that moment over which events are counted and summed up. */
  windows: z.array(z.int().min(1).max(3650)).min(1).max(6).default([7, 30, 90]),
});
export type PredictionAnalytics = z.infer<typeof predictionAnalytics>;

export const predictionScheduler = z.object({
  kind: z.enum(["fixedTime", "interval"]).default("fixedTime"),
  /** Minutes. */
  interval: z.int().min(1).max(525_600).default(60),
  /** Hours and minutes of a day. */
  time: z
    .string()
    .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/)
    .default("00:00"),
  zone: shortText(100).default("UTC"),
});
export type PredictionScheduler = z.infer<typeof predictionScheduler>;

/** When the first run is: at once, or after a delay. Later runs follow the scheduler. */
export const schedulerValue = z.object({
  action: z.enum(["immediate", "delayed"]).default("immediate"),
  delayedHours: z.int().min(0).max(8760).default(0),
  delayedMinutes: z.literal([...delayMinuteOptions]).default(0),
});

/** Nothing, or the changes to save first, and when the first run is. */
export const schedulerStart = z
  .object({
    scheduler: predictionScheduler.optional(),
    start: schedulerValue.default({ action: "immediate", delayedHours: 0, delayedMinutes: 0 }),
  })
  .nullable();
export type SchedulerStart = z.infer<typeof schedulerStart>;

/** The scores of all persons that a model computed at one time. Immutable; newer ones have a higher number. */
export const predictionScores = z.object({
  number: z.int(),
  model: z.int(),
  /** What happened before this moment is known to them. */
  asOf: timestamp,
  persons: z.int(),
});
export type PredictionScores = z.infer<typeof predictionScores>;

export const runStatuses = ["waiting", "running", "done", "failed", "missed"] as const;
export type RunStatus = (typeof runStatuses)[number];

/** One run of a scheduler: a training, if there is new data to learn from, and the scores of all persons. */
export const predictionRun = z.object({
  /** Counted from 1 for each prediction. */
  number: z.int(),
  planned: timestamp,
  started: timestamp.nullable(),
  ended: timestamp.nullable(),
  status: z.enum(runStatuses),
  /** False when there was nothing new to learn from, so that the model before scored again. */
  trained: z.boolean(),
  /** The model that scored, if it is known yet. */
  model: z.int().nullable(),
  persons: z.int().nullable(),
  message: z.string(),
});
export type PredictionRun = z.infer<typeof predictionRun>;
export const runList = listOf(predictionRun);
