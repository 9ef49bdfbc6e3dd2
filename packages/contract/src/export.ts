import { z } from "zod";
import { executionQuery } from "./execution.ts";
import { listOf, pageQuery, resourceOf, shortText, timestamp, webSafeString } from "./hal.ts";

export const exportStatuses = ["waiting", "running", "done", "failed", "cancelled"] as const;
export type ExportStatus = (typeof exportStatuses)[number];
export const exportFormats = ["csv", "parquet"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The filters of the list of executions, without its pages. */
export const exportFilters = executionQuery.omit({ limit: true, after: true }).extend({
  reasonCode: shortText(200).optional(),
  field: shortText(200).optional(),
  value: shortText(1000).optional(),
  search: shortText(200).optional(),
  minMillis: z.number().min(0).optional(),
  maxMillis: z.number().min(0).optional(),
});
export type ExportFilters = z.infer<typeof exportFilters>;

/** A file of executions that is created in the background. */
export const exportFields = z.object({
  webSafeString,
  /** The name of the file when it is downloaded. */
  name: z.string(),
  format: z.enum(exportFormats),
  status: z.enum(exportStatuses),
  message: z.string(),
  /** Which executions are in it. */
  filters: exportFilters,
  /** Executions that were read so far, and their total; null until they are counted. */
  rows: z.int(),
  totalRows: z.int().nullable(),
  bytes: z.int().nullable(),
  created: timestamp,
  ended: timestamp.nullable(),
  /** When the file is deleted; null until it exists. */
  expires: timestamp.nullable(),
});
export type ExportFields = z.infer<typeof exportFields>;
export const exportResource = resourceOf(exportFields);
export const exportList = listOf(exportFields);

export const exportQuery = pageQuery.pick({ limit: true, after: true });

export const exportCreate = exportFilters.extend({ format: z.enum(exportFormats) });
export type ExportCreate = z.infer<typeof exportCreate>;
