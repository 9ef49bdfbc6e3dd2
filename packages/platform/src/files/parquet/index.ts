export { fileForm, type FileForm, type ParquetForm } from "./stored-form.ts";
export { describeParquet, isParquet, readParquet, type ParquetSource, type ReadBytes } from "./open-parquet.ts";
export type { ParquetDescription } from "./look.ts";
export type { ParquetBatch, ParquetRejection } from "./parquet-file.ts";
