import { z } from "zod";
import { listOf, pageQuery, resourceOf, timestamp, webSafeString } from "./hal.ts";

export const importStatuses = ["waiting", "running", "done", "failed", "cancelled"] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** The reading of a file into a datasource. */
export const importFields = z.object({
  webSafeString,
  datasourceWss: webSafeString,
  datasourceName: z.string(),
  status: z.enum(importStatuses),
  /** Bytes of the file that were read, and their total. */
  bytes: z.int(),
  totalBytes: z.int(),
  rows: z.int(),
  rejectedRows: z.int(),
  /** Why it failed; empty otherwise. */
  message: z.string(),
  createdDate: timestamp,
  startedDate: timestamp.nullable(),
  endedDate: timestamp.nullable(),
});
export type ImportFields = z.infer<typeof importFields>;

export const importResource = resourceOf(importFields);
export const importList = listOf(importFields);

export const importQuery = pageQuery.extend({ datasourceWss: webSafeString.optional() });
export type ImportQuery = z.infer<typeof importQuery>;

/** A row that could not be read, with the cells as they are in the file. */
export const rejectedRow = z.object({ row: z.int(), column: z.string(), reason: z.string(), cells: z.array(z.string()) });
export type RejectedRow = z.infer<typeof rejectedRow>;

/** In the order of the file. The names of the file's columns come with them. */
export const rejectionList = listOf(rejectedRow).extend({
  _embedded: z.object({ total: z.int().min(0), exact: z.boolean(), columns: z.array(z.string()) }),
});
export const rejectionQuery = z.object({
  limit: z.coerce.number().int().min(1).max(5000).default(100),
  /** The last row of the page before. */
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
});
export type RejectionQuery = z.infer<typeof rejectionQuery>;
