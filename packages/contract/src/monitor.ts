import { z } from "zod";
import { givenTime, label, listOf, pageQuery, resourceOf, revision, shortText, timestamp, webSafeString } from "./hal.ts";
import { maxBaseline, maxNotified, monitorWindows } from "./monitor-limits.ts";

/** Shares of outcomes, from 0 to 1; outcomes that are left out have none. */
const outcomeBaseline = z
  .array(z.object({ outcome: shortText(200).min(1), share: z.number().min(0).max(1) }))
  .min(1)
  .max(maxBaseline);
export type OutcomeBaseline = z.infer<typeof outcomeBaseline>;

/** What of a solution's decisions is measured. Shares and moves of the outcome mix are from 0 to 1, p99 in milliseconds, volume in decisions per hour, drift a PSI. */
export const monitorMeasure = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("failedShare") }),
  z.object({ kind: z.literal("p99") }),
  z.object({ kind: z.literal("volume") }),
  z.object({ kind: z.literal("outcomeShare"), outcome: shortText(200).min(1) }),
  /** How far the outcome that moved most is from its share of the baseline; without one, from its share of the same hour of the last four weeks. */
  z.object({ kind: z.literal("outcomeMix"), baseline: outcomeBaseline.nullable().default(null) }),
  z.object({ kind: z.literal("reasonShare"), reasonCode: shortText(200).min(1) }),
  /** The largest shift among the inputs and the score of a prediction's model, on the latest day that has enough decisions. */
  z.object({ kind: z.literal("drift"), predictionWss: webSafeString }),
]);
export type MonitorMeasure = z.infer<typeof monitorMeasure>;

const limit = z.number().min(0).max(1e12);

/** `threshold`: below `min` or above `max`. `unlike`: outside the range of the same hour of the last four weeks. */
export const monitorRule = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("threshold"), min: limit.nullable(), max: limit.nullable() }),
  z.object({ kind: z.literal("unlike") }),
]);
export type MonitorRule = z.infer<typeof monitorRule>;

const windowMinutes = z
  .int()
  .refine((minutes) => monitorWindows.some((one) => one === minutes), "must be 5, 10, 15, 30, 60, 180, 360 or 1440");

export const monitorJudgements = ["waiting", "inside", "outside", "tooFew", "noHistory"] as const;
export type MonitorJudgement = (typeof monitorJudgements)[number];

/** The same hour of the last four weeks: the median, and the range around it that is not unusual. */
export const usualRange = z.object({ median: z.number(), min: z.number(), max: z.number() });
export type UsualRange = z.infer<typeof usualRange>;

/** The outcome that moved most, and by how much: 0.05 are 5 percentage points more. */
export const movedOutcome = z.object({ outcome: z.string(), by: z.number() });
export type MovedOutcome = z.infer<typeof movedOutcome>;

/** A point of a monitor's chart; `min` and `max` are what it may be, null for no limit. */
export const monitorPoint = z.object({
  date: timestamp,
  value: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
});
export type MonitorPoint = z.infer<typeof monitorPoint>;

const watched = z.object({
  solutionWss: webSafeString,
  solutionName: z.string(),
  measure: monitorMeasure,
  rule: monitorRule,
  windowMinutes: z.int(),
});

export const monitorFields = watched.extend({
  webSafeString,
  name: z.string(),
  /** With fewer decisions in the window it is not judged; of no account for volume. */
  minDecisions: z.int(),
  notify: z.array(z.object({ kind: z.enum(["user", "group"]), webSafeString, name: z.string() })),
  /** Until then no mails are sent. */
  mutedUntil: timestamp.nullable(),
  judgement: z.enum(monitorJudgements),
  value: z.number().nullable(),
  decisions: z.int().nullable(),
  usual: usualRange.nullable(),
  /** Of a monitor of the outcome mix. */
  moved: movedOutcome.nullable(),
  judgedDate: timestamp.nullable(),
  /** Since when the counts could not be read; everything else is as it was before. */
  unjudgedSince: timestamp.nullable(),
  points: z.array(monitorPoint),
  /** The firing that is open. */
  firingWss: webSafeString.nullable(),
  firingSince: timestamp.nullable(),
  isAcknowledged: z.boolean(),
  createdDate: timestamp,
  createdBy: z.string(),
  revision,
});
export type MonitorFields = z.infer<typeof monitorFields>;
export const monitorResource = resourceOf(monitorFields);
export const monitorList = listOf(monitorFields);

const notified = z.array(webSafeString).max(maxNotified);

export const monitorCreate = z.strictObject({
  /** By default, the name of the measure. */
  name: label.optional(),
  measure: monitorMeasure,
  rule: monitorRule,
  windowMinutes: windowMinutes.default(30),
  minDecisions: z.int().min(0).max(1_000_000).default(50),
  notifyUsers: notified.default([]),
  notifyGroups: notified.default([]),
});
export type MonitorCreate = z.infer<typeof monitorCreate>;

/** Another measure, rule or window ends an open firing, and the monitor is judged again from the beginning. */
export const monitorUpdate = z.strictObject({
  name: label.optional(),
  measure: monitorMeasure.optional(),
  rule: monitorRule.optional(),
  windowMinutes: windowMinutes.optional(),
  minDecisions: z.int().min(0).max(1_000_000).optional(),
  notifyUsers: notified.optional(),
  notifyGroups: notified.optional(),
  revision: revision.optional(),
});
export type MonitorUpdate = z.infer<typeof monitorUpdate>;

/** Null: it is no longer muted. */
export const monitorMute = z.strictObject({ until: givenTime.nullable() });

/** A time during which a monitor's value was not what it may be. */
export const firingFields = watched.extend({
  webSafeString,
  monitorWss: webSafeString,
  /** The monitor's name when it began. */
  name: z.string(),
  beganDate: timestamp,
  endedDate: timestamp.nullable(),
  acknowledgedDate: timestamp.nullable(),
  acknowledgedBy: z.string(),
  acknowledgedByWss: webSafeString.nullable(),
  /** When it began. */
  value: z.number(),
  /** The value furthest from what it may be. */
  peak: z.number(),
  decisions: z.int(),
  usual: usualRange.nullable(),
  /** Of a monitor of the outcome mix, when it began. */
  moved: movedOutcome.nullable(),
  notified: z.array(z.object({ date: timestamp, event: z.enum(["began", "ended"]), to: z.array(z.string()) })),
});
export type FiringFields = z.infer<typeof firingFields>;
export const firingList = listOf(firingFields);

export const wholeFiringFields = firingFields.extend({
  points: z.array(monitorPoint),
  /** Filters for the list of executions that show those behind the firing. */
  executions: z.object({
    /** Of the solution, newest first. */
    versions: z.array(webSafeString),
    from: timestamp,
    to: timestamp,
    status: z.enum(["failed"]).optional(),
    reasonCode: z.string().optional(),
    field: z.string().optional(),
    value: z.string().optional(),
    minMillis: z.number().optional(),
    /** Left out, the newest first. */
    order: z.enum(["slowest"]).optional(),
  }),
});
export type WholeFiringFields = z.infer<typeof wholeFiringFields>;
export const firingResource = resourceOf(wholeFiringFields);

/** `open`: only those that have not ended. */
export const firingQuery = pageQuery.extend({ state: z.enum(["all", "open"]).default("all") });
export type FiringQuery = z.infer<typeof firingQuery>;
