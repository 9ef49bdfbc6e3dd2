import { z } from "zod";
import { deletionPreview } from "./erasure.ts";
import { resourceOf, revision, timestamp, webSafeString } from "./hal.ts";

/** How long an organisation keeps its executions. Their counts are kept. */
export const retentionFields = z.object({
  organisationWss: webSafeString,
  /** In effect. Null: for ever. */
  days: z.int().nullable(),
  /** A shorter time that takes effect later. Until then it can be cancelled by setting the time that is in effect. */
  next: z.object({ days: z.int(), effectiveDate: timestamp }).nullable(),
  /** Of the setting; null if it was never set. */
  revision: revision.nullable(),
});
export type RetentionFields = z.infer<typeof retentionFields>;
export const retentionResource = resourceOf(retentionFields);

/** A shorter time takes effect after a delay, any other at once. */
export const retentionUpdate = z.object({
  days: z.int().min(1).max(36_500).nullable(),
  /** Of the setting that the caller has seen; null if it was not set. Left out: not checked. */
  revision: revision.nullable().optional(),
});
export type RetentionUpdate = z.infer<typeof retentionUpdate>;

export const retentionPreviewQuery = z.object({ days: z.coerce.number().int().min(1).max(36_500) });

/** The number of executions that a retention of `days` would delete now. */
export const retentionPreviewFields = deletionPreview.extend({
  /** How long the change can be cancelled before it takes effect. */
  delaySeconds: z.int().min(0),
});
export type RetentionPreviewFields = z.infer<typeof retentionPreviewFields>;
export const retentionPreviewResource = resourceOf(retentionPreviewFields);
