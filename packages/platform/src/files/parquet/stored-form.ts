import { z } from "zod";
import { csvForm } from "../csv/stored-form.ts";

/** What has to be known of a Parquet file before it is read: the rest stands in it. */
const parquetForm = z.object({ format: z.literal("parquet"), columns: z.int() });
export type ParquetForm = z.infer<typeof parquetForm>;

/** The form of a file as an import's row keeps it. */
export const fileForm = z.union([parquetForm, csvForm]);
export type FileForm = z.infer<typeof fileForm>;
