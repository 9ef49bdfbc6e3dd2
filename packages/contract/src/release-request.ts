import { z } from "zod";
import { givenTime, listOf, resourceOf, revision, text, timestamp, webSafeString } from "./hal.ts";
import { gateBases, gateNames } from "./release-gates.ts";
import { releasePolicy } from "./release-policy.ts";

export const releaseRequestStatuses = ["open", "released", "rejected", "withdrawn"] as const;
export type ReleaseRequestStatus = (typeof releaseRequestStatuses)[number];

/** `notEvaluated` blocks as `failed` does; `notApplicable` does not. */
export const gateStatuses = ["passed", "failed", "notEvaluated", "notApplicable"] as const;
export type GateStatus = (typeof gateStatuses)[number];

export const gateResult = z.object({
  gate: z.enum(gateNames),
  /** What it was evaluated over; absent where it is not about a comparison. */
  over: z.enum(gateBases).optional(),
  status: z.enum(gateStatuses),
  /** The measured value as shown: '11 of 12 pass', '1.4%'. */
  value: z.string(),
  /** What it may be: 'all must pass', 'at most 2%'. */
  limit: z.string(),
  /** Why it failed or could not be evaluated; empty otherwise. */
  reason: z.string(),
});
export type GateResult = z.infer<typeof gateResult>;

export const gatesStates = ["running", "done"] as const;

export const requestEventKinds = [
  "comment",
  "approved",
  "rejected",
  /** Another version replaced the requested one. */
  "replaced",
  "gates",
  "withdrawn",
  "released",
  "bypassed",
] as const;
export type RequestEventKind = (typeof requestEventKinds)[number];

/** An entry of the thread of a release request, oldest first. */
export const requestEvent = z.object({
  kind: z.enum(requestEventKinds),
  text: z.string(),
  /** The version that the request was about then. */
  versionName: z.string(),
  date: timestamp,
  /** The name of the user; empty for Airlock itself and for a deleted user. */
  by: z.string(),
  byWss: webSafeString.nullable(),
  /** Of an approval: that it no longer counts, because the version changed or a gate no longer holds. */
  isVoid: z.boolean(),
});
export type RequestEvent = z.infer<typeof requestEvent>;

/** A request to release a version. */
export const releaseRequestFields = z.object({
  webSafeString,
  solutionWss: webSafeString,
  solutionName: z.string(),
  /** Counts from 1 in each solution. */
  number: z.int(),
  versionWss: webSafeString,
  versionName: z.string(),
  /** The version that is live, or was when the request ended; null if there was none. */
  liveVersionWss: webSafeString.nullable(),
  liveVersionName: z.string(),
  description: z.string(),
  status: z.enum(releaseRequestStatuses),
  /** What the policy requires. */
  policy: releasePolicy,
  approvals: z.int(),
  gatesState: z.enum(gatesStates),
  gatesDate: timestamp.nullable(),
  gates: z.array(gateResult),
  /** What still keeps it from being released, as sentences; empty when it may be. */
  blockedBy: z.array(z.string()),
  /** The live version and this one over the last executions; null when nothing is live. */
  comparisonWss: webSafeString.nullable(),
  /** Both versions over the datasource of the policy; null when the policy names none or they cannot run over it. */
  datasourceComparisonWss: webSafeString.nullable(),
  /** Why both versions cannot run over the datasource; empty otherwise. */
  datasourceProblem: z.string(),
  releaseWss: webSafeString.nullable(),
  /** Whether it was released without the approvals and gates that the policy requires. */
  isBypassed: z.boolean(),
  createdDate: timestamp,
  createdBy: z.string(),
  createdByWss: webSafeString.nullable(),
  revision,
});
export type ReleaseRequestFields = z.infer<typeof releaseRequestFields>;
export const releaseRequestList = listOf(releaseRequestFields);

export const wholeReleaseRequestFields = releaseRequestFields.extend({
  thread: z.array(requestEvent),
  /** Why the caller may not approve, if they may not. */
  mayNotApprove: z.string(),
});
export type WholeReleaseRequestFields = z.infer<typeof wholeReleaseRequestFields>;
export const releaseRequestResource = resourceOf(wholeReleaseRequestFields);

const comment = text.min(1);

export const releaseRequestCreate = z.strictObject({ versionWss: webSafeString, description: text.default("") });
export type ReleaseRequestCreate = z.infer<typeof releaseRequestCreate>;
export const releaseRequestComment = z.strictObject({ comment });
/** The version is named so that no one approves one that they did not see. */
export const releaseRequestVerdict = z.strictObject({ versionWss: webSafeString, comment });
export const releaseRequestReplace = z.strictObject({ versionWss: webSafeString, comment: text.default("") });
export const releaseRequestRelease = z.strictObject({
  versionWss: webSafeString,
  /** Left out, it begins at once. */
  beginsDate: givenTime.optional(),
});
/** Releases at once without approvals and gates; the reason is recorded and mailed to all users who may approve. */
export const releaseRequestBypass = z.strictObject({ versionWss: webSafeString, reason: comment });
