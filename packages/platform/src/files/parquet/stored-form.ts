import { z } from "zod";
import { csvForm } from "../csv/stored-form.ts";

/** What must be known of a Parquet file before it is read. Everything else is in the file. */
const parquetForm = z.object({ format: z.literal("parquet"), columns: z.int() });
export type ParquetForm = z.infer<typeof parquetForm>;

/** The form of a file as stored in an import's row. */
export const fileForm = z.union([parquetForm, csvForm]);
export type FileForm = z.infer<typeof fileForm>;
