/** Why a file cannot be read at all. Unreadable rows are not failures of the file. */
export const fileFailures = {
  EMPTY: "The file is empty.",
  ARCHIVE: "The file is a ZIP archive or a spreadsheet. Save the sheet as CSV and choose that file.",
  BINARY: "The file is not text. Choose a CSV file, compressed with gzip or not.",
  ENCODING_UNKNOWN: "The file is UTF-32 text. Save it as UTF-8.",
  TOO_MANY_COLUMNS: "The file has more than 1,000 columns.",
  ROW_TOO_LONG: "A row is longer than 16 MB: a quotation mark may not be closed.",
  GZIP_DAMAGED: "The file is damaged: it cannot be unpacked.",
  GZIP_BOMB: "The file unpacks to far more than a table of this size would.",
  PARQUET_DAMAGED: "The Parquet file is damaged, or not whole.",
  PARQUET_ENCRYPTED: "The Parquet file is encrypted. Write it without encryption.",
  PARQUET_NESTED: "A column holds lists or records, which a flow does not read. Write the file with plain columns.",
  PARQUET_NAMES: "Two columns of the Parquet file have the same name.",
  PARQUET_CODEC:
    "The Parquet file is compressed in a way that is not read here. Write it with Snappy, gzip, Brotli, Zstandard or no compression.",
  PARQUET_TYPE: "A column has a type that is not read here. Write it as a number or a text.",
  PARQUET_GROUPS: "A row group of the Parquet file is larger than 256 MB. Write it with smaller row groups.",
  PARQUET_BOMB: "The Parquet file unpacks to far more than a table of this size would.",
} as const;

export type FileFailureCode = keyof typeof fileFailures;

export class FileFailure extends Error {
  readonly code: FileFailureCode;
  readonly where: string;
  constructor(code: FileFailureCode, where = "") {
    super(where === "" ? fileFailures[code] : `${where}: ${fileFailures[code]}`);
    this.code = code;
    this.where = where;
  }
}
