import { z } from "zod";
import { listOf, pageQuery, resourceOf, shortText, timestamp, webSafeString } from "./hal.ts";

/** `waiting` until it begins, and as long as it can be cancelled. */
export const erasureStatuses = ["waiting", "running", "done", "failed", "cancelled"] as const;
export type ErasureStatus = (typeof erasureStatuses)[number];

/** The erasing of a person's executions. The value that they were found by is kept nowhere. */
export const erasureFields = z.object({
  webSafeString,
  /** Null: every solution that has the field. */
  solutionWss: webSafeString.nullable(),
  field: z.string(),
  status: z.enum(erasureStatuses),
  message: z.string(),
  /** Versions that were searched, and their total. */
  versionsDone: z.int(),
  versions: z.int(),
  /** Executions whose execution record was erased, including those that arrived later. */
  erased: z.int(),
  /**
   * Exports that were created before and may contain erased values. They are not changed: the user has to delete them and notify holders of
   * copies.
   */
  exports: z.array(z.object({ webSafeString, name: z.string(), createdDate: timestamp })),
  createdDate: timestamp,
  /** When it begins or began. */
  beginsDate: timestamp,
  /** Null unless it was cancelled. */
  cancelledDate: timestamp.nullable(),
  endedDate: timestamp.nullable(),
});
export type ErasureFields = z.infer<typeof erasureFields>;
export const erasureResource = resourceOf(erasureFields);
export const erasureList = listOf(erasureFields);

export const erasureQuery = pageQuery.pick({ limit: true, after: true });

export const erasureCreate = z.object({
  /** Left out: every solution that has the field. */
  solutionWss: webSafeString.optional(),
  /** The name of an application field. */
  field: shortText(200).refine((name) => name !== "", "must not be empty"),
  /** The input value as text; a number in its decimal notation. */
  value: shortText(1000).refine((text) => text !== "", "must not be empty"),
});
export type ErasureCreate = z.infer<typeof erasureCreate>;

/** How many executions a deletion would remove now: this many, at least this many, or about this many. */
export const deletionPreview = z.object({ executions: z.int().min(0), counted: z.enum(["exactly", "atLeast", "about"]) });
export type DeletionPreview = z.infer<typeof deletionPreview>;

/** Counted within some seconds, by the rule of the erasure itself. Executions that arrive later are not among them. */
export const erasurePreviewFields = deletionPreview.extend({
  /** Solutions and versions with such executions. */
  solutions: z.int().min(0),
  versions: z.int().min(0),
  /** How long the erasure can be cancelled before it begins. */
  delaySeconds: z.int().min(0),
});
export type ErasurePreviewFields = z.infer<typeof erasurePreviewFields>;
export const erasurePreviewResource = resourceOf(erasurePreviewFields);

/** An application field by which executions can be found. */
export const erasableField = z.object({
  name: z.string(),
  /** Solutions with versions that have the field. */
  solutions: z.array(z.object({ webSafeString, name: z.string() })),
});
export type ErasableFieldFields = z.infer<typeof erasableField>;
export const erasableFieldList = listOf(erasableField);
