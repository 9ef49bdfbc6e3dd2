export type { ColumnType } from "./cells.ts";
export { columnNames } from "./column-names.ts";
export { CsvReader, type RowFault } from "./csv-reader.ts";
export {
  describeCsv,
  type ChosenReading,
  type CsvDescription,
  type CsvForm,
  type DescribedColumn,
  type RowProblem,
} from "./describe-csv.ts";
export { FileFailure, fileFailures, type FileFailureCode } from "./file-failure.ts";
export { fileLimits } from "./limits.ts";
export { csvBeginning, readCsv, startByte, type CsvPlace } from "./read-csv.ts";
export { csvForm, csvPlace } from "./stored-form.ts";
export { quotedTab, RowWriter, tabCell, tabSeparated, type KeptColumn, type Rejection } from "./row-writer.ts";
