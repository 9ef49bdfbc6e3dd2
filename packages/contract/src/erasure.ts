import { z } from "zod";
import { listOf, pageQuery, resourceOf, shortText, timestamp, webSafeString } from "./hal.ts";

export const erasureStatuses = ["waiting", "running", "done", "failed"] as const;
export type ErasureStatus = (typeof erasureStatuses)[number];

/** The erasing of a person's executions. The value that they were found by is kept nowhere. */
export const erasureFields = z.object({
  webSafeString,
  /** Null: every solution that has the field. */
  solutionWss: webSafeString.nullable(),
  field: z.string(),
  status: z.enum(erasureStatuses),
  message: z.string(),
  /** Versions that were looked through, of so many. */
  versionsDone: z.int(),
  versions: z.int(),
  /** Executions whose record is gone, those that arrived later among them. */
  erased: z.int(),
  /** Exports that were made before and may hold what was erased. They are not changed; remove them, and who has a copy must be told. */
  exports: z.array(z.object({ webSafeString, name: z.string(), createdDate: timestamp })),
  createdDate: timestamp,
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
  /** What came in, as text; a number as it is written. */
  value: shortText(1000).refine((text) => text !== "", "must not be empty"),
});
export type ErasureCreate = z.infer<typeof erasureCreate>;
