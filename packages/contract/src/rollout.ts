import { z } from "zod";
import { label, listOf, resourceOf, revision, shortText, text, timestamp, webSafeString } from "./hal.ts";
import { arms, guardMeasures } from "./rollout-defaults.ts";

/**
 * `shadow`: the other version decides in addition to the live one after the response was sent, and responds to no caller. `split`: it
 * serves a share of the calls until a user ends or promotes it. `ramp`: it serves a share that grows by schedule until it is released.
 */
export const rolloutKinds = ["shadow", "split", "ramp"] as const;
export type RolloutKind = (typeof rolloutKinds)[number];

export const rolloutStatuses = ["running", "promoted", "ended", "rolledBack"] as const;
export type RolloutStatus = (typeof rolloutStatuses)[number];

/** A limit for the challenger; if it is broken, the rollout is rolled back. */
export const rolloutGuard = z.strictObject({
  measure: z.enum(guardMeasures),
  /**
   * `failedShare`: at most this many percent of its decisions fail. `p99Millis`: the 99th percentile of its durations, in milliseconds.
   * `outcomeMix`: no outcome differs from the champion's by more percentage points. `volume`: its share of the calls differs from the wanted one
   * by at most this many percent of it. `drift`: the largest population stability index of its outcomes against the champion's.
   */
  limit: z.number().positive().max(1_000_000),
  /** The smallest number of decisions of the challenger that it judges by: a rate over a few calls is noise. */
  minimum: z.int().min(1).max(10_000_000),
});
export type RolloutGuard = z.infer<typeof rolloutGuard>;

/** A share of the calls in percent, in steps of a hundredth. */
const share = z.number().min(0.01).max(100).multipleOf(0.01);

/** Of a ramp. After the last step the version is released. */
export const rampStep = z.strictObject({
  share,
  minutes: z
    .int()
    .min(1)
    .max(60 * 24 * 90),
});
export type RampStep = z.infer<typeof rampStep>;

/** Where the true outcome of a decision is known later: a datasource with a column of execution ids. */
export const knownOutcome = z.strictObject({
  datasourceWss: webSafeString,
  /** The key of the column with the execution id, and of the one with the outcome of the decision. */
  executionColumn: shortText(200).min(1),
  outcomeColumn: shortText(200).min(1),
  /** The value that counts, for example `yes` in a column `defaulted`. */
  value: shortText(200).min(1),
  /** What the rate is called, for example 'Default rate'. */
  name: label.max(100),
});
export type KnownOutcome = z.infer<typeof knownOutcome>;

/** `tooFew`: fewer decisions than its minimum. `notEvaluated`: the executions could not be read. */
export const guardStates = ["holds", "broken", "tooFew", "notEvaluated"] as const;
export const guardState = z.object({
  measure: z.enum(guardMeasures),
  state: z.enum(guardStates),
  /** Null when it was not judged. */
  value: z.number().nullable(),
  /** Decisions of the challenger that were judged. */
  decisions: z.int(),
});
export type GuardState = z.infer<typeof guardState>;

export const rolloutFields = z.object({
  webSafeString,
  solutionWss: webSafeString,
  solutionName: z.string(),
  /** Counts from 1 in each solution. */
  number: z.int(),
  kind: z.enum(rolloutKinds),
  status: z.enum(rolloutStatuses),
  /** The challenger. */
  versionWss: webSafeString,
  versionName: z.string(),
  /** The champion: the version that was live when the rollout began. */
  liveVersionWss: webSafeString,
  liveVersionName: z.string(),
  /** Of the calls, in percent. */
  share: z.number(),
  /** The input field whose value keeps a caller in one arm; null: each call at random. */
  field: z.string().nullable(),
  /** Of a ramp, otherwise empty. */
  steps: z.array(rampStep),
  /** Position in `steps`. */
  step: z.int(),
  /** When the current step began; null for a rollout without steps and before the runtimes serve the version. */
  stepDate: timestamp.nullable(),
  /** When the next step begins if every guard holds; null for one without steps and when it has ended. */
  nextStepDate: timestamp.nullable(),
  guards: z.array(rolloutGuard),
  /** The last time that the guards were judged, in the order of `guards`; empty before that. */
  guardStates: z.array(guardState),
  knownOutcome: knownOutcome.nullable(),
  reason: z.string(),
  /** Why it was rolled back or has ended, or what keeps its next step waiting; may be empty. */
  message: z.string(),
  /** The open release request that allows it; null if the policy requires none. */
  releaseRequestWss: webSafeString.nullable(),
  createdDate: timestamp,
  createdBy: z.string(),
  /** When every runtime could serve the version, and calls began to reach it; null before. */
  beganDate: timestamp.nullable(),
  endedDate: timestamp.nullable(),
  revision,
});
export type RolloutFields = z.infer<typeof rolloutFields>;
export const rolloutResource = resourceOf(rolloutFields);
export const rolloutList = listOf(rolloutFields);

export const rolloutCreate = z
  .strictObject({
    kind: z.enum(rolloutKinds),
    versionWss: webSafeString,
    /** Of a shadow or a split. */
    share: share.optional(),
    /** Of a split or a ramp: the name of an input field of the live version. */
    field: shortText(200).min(1).nullable().default(null),
    /** Of a ramp; the shares rise. */
    steps: z.array(rampStep).max(20).default([]),
    /** Of a split or a ramp, one for each measure. */
    guards: z.array(rolloutGuard).max(guardMeasures.length).default([]),
    /** Of a split or a ramp. */
    knownOutcome: knownOutcome.nullable().default(null),
    reason: text.default(""),
  })
  .superRefine((rollout, context) => {
    const wrong = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    const { kind, steps, guards } = rollout;
    if (kind === "ramp" && steps.length === 0) wrong("steps", "A ramp needs steps.");
    if (kind === "ramp" && rollout.share !== undefined) wrong("share", "The steps of a ramp say its share.");
    if (kind !== "ramp" && steps.length > 0) wrong("steps", "Only a ramp has steps.");
    if (kind !== "ramp" && rollout.share === undefined) wrong("share", "Say the share of the calls.");
    if (steps.some((step, index) => index > 0 && step.share <= (steps[index - 1]?.share ?? 0)))
      wrong("steps", "The shares of the steps rise.");
    if (new Set(guards.map(({ measure }) => measure)).size < guards.length) wrong("guards", "One guard for each measure.");
    if (kind !== "shadow") return;
    if (rollout.field !== null) wrong("field", "A shadow answers no caller, so it has no field.");
    if (guards.length > 0) wrong("guards", "A shadow answers no caller, so it has no guards.");
    if (rollout.knownOutcome !== null) wrong("knownOutcome", "The outcomes of a shadow are never known: it answers no caller.");
  });
export type RolloutCreate = z.infer<typeof rolloutCreate>;

/** Of a shadow or a split: another share. Of a ramp: its step begins again with this share, and steps up to this share are left out. */
export const rolloutChange = z.strictObject({ share });
/** Outcomes are often known only after the rollout has ended. Null: no known outcome. */
export const rolloutKnownOutcome = z.strictObject({ knownOutcome: knownOutcome.nullable() });
/** The reason of a promotion is the reason of the release. */
export const rolloutEnd = z.strictObject({ reason: text.default("") });

/** A rate with its 95% interval (Wilson). */
export const rate = z.object({ count: z.int(), of: z.int(), value: z.number(), low: z.number(), high: z.number() });
export type Rate = z.infer<typeof rate>;

export const armResult = z.object({
  arm: z.enum(arms),
  versionWss: webSafeString,
  versionName: z.string(),
  executions: z.int(),
  failed: rate,
  p99Millis: z.number(),
  outcomes: z.array(z.object({ outcome: z.string(), rate })),
  knownOutcome: rate.nullable(),
});
export type ArmResult = z.infer<typeof armResult>;

/** One line of the table of measures: the challenger's rate minus the champion's, with its 95% interval (Newcombe). */
export const measuredDifference = z.object({
  /** `failed`, `knownOutcome`, or `outcome`, with the outcome's name. */
  measure: z.enum(["failed", "outcome", "knownOutcome"]),
  outcome: z.string(),
  difference: z.number(),
  low: z.number(),
  high: z.number(),
  /** Two-sided test of two proportions. */
  p: z.number(),
  isSignificant: z.boolean(),
});
export type MeasuredDifference = z.infer<typeof measuredDifference>;

/** By hour or by day, cumulative. */
export const cumulativePoint = z.object({
  date: timestamp,
  champion: rate,
  challenger: rate,
});

export const rolloutResultFields = z.object({
  solutionWss: webSafeString,
  arms: z.array(armResult),
  differences: z.array(measuredDifference),
  /** Decisions with a known outcome that the primary measure needs in total for the difference so far; null if unknown. */
  needed: z.int().nullable(),
  /** Days until then at the current rate; null if unknown, 0 if there are enough. */
  daysToGo: z.number().nullable(),
  /** The name of the primary measure: the known outcome if there is one, otherwise the most frequent outcome. */
  primary: z.string(),
  /** Of the primary measure, by hour while the rollout is younger than three days, then by day. */
  points: z.array(cumulativePoint),
});
export type RolloutResultFields = z.infer<typeof rolloutResultFields>;
export const rolloutResultResource = resourceOf(rolloutResultFields);

/** Of a shadow: what the other version would have decided. */
export const shadowResultFields = z.object({
  solutionWss: webSafeString,
  compared: z.int(),
  same: z.int(),
  /** Another outcome. */
  changed: z.int(),
  failed: z.int(),
  /** It needed a web call that the live execution did not make. */
  notComparable: z.int(),
  /** The queue was full, so the other version did not decide. */
  dropped: z.int(),
  /** From an outcome to another, most frequent first. */
  moves: z.array(z.object({ from: z.string(), to: z.string(), count: z.int() })),
  /** The newest differences; each names the live execution. */
  differences: z.array(
    z.object({ executionWss: webSafeString, date: timestamp, from: z.string(), to: z.string(), status: z.enum(["completed", "failed"]) }),
  ),
});
export type ShadowResultFields = z.infer<typeof shadowResultFields>;
export const shadowResultResource = resourceOf(shadowResultFields);
