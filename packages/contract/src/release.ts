import { z } from "zod";
import { givenTime, listOf, resourceOf, revision, text, timestamp, webSafeString } from "./hal.ts";

export const releaseStatuses = ["scheduled", "live", "ended", "cancelled", "failed"] as const;
export type ReleaseStatus = (typeof releaseStatuses)[number];

/** The version of a solution that serves the solution's key. */
export const releaseFields = z.object({
  webSafeString,
  solutionWss: webSafeString,
  /** Counts from 1 in each solution. */
  number: z.int(),
  versionWss: webSafeString,
  versionName: z.string(),
  /** A rollback releases a version that was live before. */
  kind: z.enum(["release", "rollback"]),
  reason: z.string(),
  status: z.enum(releaseStatuses),
  beginsDate: timestamp,
  liveDate: timestamp.nullable(),
  /** When every live runtime had confirmed it. */
  confirmedDate: timestamp.nullable(),
  endedDate: timestamp.nullable(),
  /** Why, when it failed. */
  message: z.string(),
  createdDate: timestamp,
  /** The name of the user who released it; empty if the user was deleted. */
  createdBy: z.string(),
  revision,
});
export type ReleaseFields = z.infer<typeof releaseFields>;

export const releaseResource = resourceOf(releaseFields);
export const releaseList = listOf(releaseFields);

export const releaseCreate = z.object({
  versionWss: webSafeString,
  /** Why it is released; shown in the history and in the audit. */
  reason: text.default(""),
  /** Left out, it begins at once. */
  beginsDate: givenTime.optional(),
});
export type ReleaseCreate = z.infer<typeof releaseCreate>;
