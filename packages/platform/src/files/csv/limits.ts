/** Limits of a file. Beyond a limit a row is rejected or the file is refused with a message; memory use is bounded. */
export const fileLimits = {
  columns: 1_000,
  /** Bytes of one decoded cell; a longer one rejects its row. */
  cellBytes: 1024 * 1024,
  /** Bytes of one row. A longer one means an unclosed quotation mark, or a file without rows. */
  rowBytes: 16 * 1024 * 1024,
  /** Maximum size of a decompressed file, in total and as a ratio to the compressed bytes once it exceeds `bombBytes`. */
  unpackedBytes: 256 * 1024 ** 3,
  unpackedRatio: 200,
  bombBytes: 64 * 1024 * 1024,
  /** Characters of a column's name. */
  nameLength: 200,
  /** Rejected rows that are stored for the report of one import; all are counted. */
  keptRejections: 100_000,
  /** Bytes from the beginning of a file that are used to detect its form. */
  sampleBytes: 1024 * 1024,
} as const;
