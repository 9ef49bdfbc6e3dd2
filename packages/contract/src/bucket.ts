import { z } from "zod";
import { cellReading, columnTypes } from "./datasource.ts";
import { listOf, resourceOf, shortText } from "./hal.ts";

/** `projectId` is `s3` for the buckets of the organisation's S3 account. */
export const bucketFields = z.object({ id: z.string(), name: z.string(), projectId: z.string() });
export type BucketFields = z.infer<typeof bucketFields>;
export const bucketList = listOf(bucketFields);

/** Detected from the beginning of a file. */
export const fileDefinition = z.object({
  format: z.enum(["csv", "parquet"]),
  /** Of the file as a whole: compression inside Parquet is not reported. */
  compression: z.enum(["gzip", "none"]),
  /** These three are for CSV files; empty and true for Parquet, which is self-describing. */
  encoding: z.string(),
  delimiter: z.string(),
  header: z.boolean(),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.enum(columnTypes),
      firstValues: z.array(z.string()),
      /** How more of its cells could be read, with an example; null where nothing is better. It is used only where it is chosen. */
      proposal: z
        .object({
          type: z.enum(columnTypes),
          reading: cellReading,
          example: z.object({ text: z.string(), becomes: z.string().nullable() }),
          cells: z.int(),
        })
        .nullable(),
    }),
  ),
  rows: z.array(z.array(z.string())),
  /** The first of the inspected rows that would be rejected, with the chosen or detected types. */
  problems: z.array(z.object({ row: z.int(), column: z.string(), sentence: z.string() })),
  rejectedRows: z.int(),
  rowsLookedAt: z.int(),
});
export type FileDefinition = z.infer<typeof fileDefinition>;

export const bucketFileFields = z.object({
  name: z.string(),
  length: z.int(),
  updatedDate: z.string(),
  /** Null in lists; set when a single file is requested. */
  definition: fileDefinition.nullable(),
});
export type BucketFileFields = z.infer<typeof bucketFileFields>;
export const bucketFileList = listOf(bucketFileFields);
export const bucketFileResource = resourceOf(bucketFileFields);

export const bucketFilesQuestion = z.object({ bucket: shortText(250), projectId: shortText(200) });
export type BucketFilesQuestion = z.infer<typeof bucketFilesQuestion>;

export const fileDefinitionQuestion = bucketFilesQuestion.extend({
  fileName: shortText(1024),
  /**
   * The format chosen for each column of a CSV file, in its order: cells that do not fit reject their row. By default, the detected types.
   */
  columns: z
    .array(z.object({ type: z.enum(columnTypes), reading: cellReading.optional(), isSelected: z.boolean().default(true) }))
    .max(1000)
    .optional(),
});
export type FileDefinitionQuestion = z.infer<typeof fileDefinitionQuestion>;
