/** Limits of a Parquet file. Beyond a limit it is refused with a message. */
export const parquetLimits = {
  /** Bytes of the footer. */
  footerBytes: 32 * 1024 * 1024,
  /** Bytes of the selected columns of one row group in the file, which are in memory together. */
  groupBytes: 256 * 1024 * 1024,
  /** Bytes of one decompressed page. */
  pageBytes: 64 * 1024 * 1024,
  /** Heap limit of the parsing thread, in megabytes. A file that exceeds it is considered a bomb. */
  heapMegabytes: 512,
  /** A thread without a message for this long is considered stuck. */
  silentMillis: 60_000,
  /** A file with more than `fewRows` rows may have this many per byte: rows without values compress very well. */
  rowsForByte: 100,
  fewRows: 10_000_000,
  /** Rows per batch. */
  rowsAtOnce: 50_000,
  /** Bytes that a preview decompresses, for all columns together. Columns beyond it are shown without values. */
  lookBytes: 128 * 1024 * 1024,
  /** Rows shown before the import. */
  shownRows: 20,
} as const;
