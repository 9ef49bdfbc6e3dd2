import { z } from "zod";
import { columnTypes } from "./datasource.ts";
import { listOf, resourceOf, shortText } from "./hal.ts";

export const bucketFields = z.object({ id: z.string(), name: z.string(), projectId: z.string() });
export type BucketFields = z.infer<typeof bucketFields>;
export const bucketList = listOf(bucketFields);

/** What was found in the beginning of a file. */
export const fileDefinition = z.object({
  format: z.enum(["csv", "parquet"]),
  /** Of the file as a whole: what Parquet packs inside is its own affair. */
  compression: z.enum(["gzip", "none"]),
  /** These three of a CSV file; empty and true for Parquet, which says everything itself. */
  encoding: z.string(),
  delimiter: z.string(),
  header: z.boolean(),
  columns: z.array(z.object({ name: z.string(), type: z.enum(columnTypes), firstValues: z.array(z.string()) })),
  rows: z.array(z.array(z.string())),
  /** Rows among those looked at that would be rejected as the types are guessed. */
  problems: z.array(z.object({ row: z.int(), column: z.string(), sentence: z.string() })),
  rowsLookedAt: z.int(),
});
export type FileDefinition = z.infer<typeof fileDefinition>;

export const bucketFileFields = z.object({
  name: z.string(),
  length: z.int(),
  updatedDate: z.string(),
  /** Null in a list: it is asked for one file. */
  definition: fileDefinition.nullable(),
});
export type BucketFileFields = z.infer<typeof bucketFileFields>;
export const bucketFileList = listOf(bucketFileFields);
export const bucketFileResource = resourceOf(bucketFileFields);

export const bucketFilesQuestion = z.object({ bucket: shortText(250), projectId: shortText(200) });
export type BucketFilesQuestion = z.infer<typeof bucketFilesQuestion>;

export const fileDefinitionQuestion = bucketFilesQuestion.extend({ fileName: shortText(1024) });
export type FileDefinitionQuestion = z.infer<typeof fileDefinitionQuestion>;
