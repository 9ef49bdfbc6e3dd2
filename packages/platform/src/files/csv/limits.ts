/** What a file may hold. Past a limit a row is rejected or the file is refused, in words; nothing grows without end. */
export const fileLimits = {
  /** Columns of a file. */
  columns: 1_000,
  /** Bytes of one cell, once decoded; a longer one rejects its row. */
  cellBytes: 1024 * 1024,
  /** Bytes of one row. Past it a quotation mark is not closed, or the file has no rows at all. */
  rowBytes: 16 * 1024 * 1024,
  /** How many bytes a compressed file may give in all, and for each byte of its own once it has given `bombBytes`. */
  unpackedBytes: 256 * 1024 ** 3,
  unpackedRatio: 200,
  bombBytes: 64 * 1024 * 1024,
  /** Characters of a column's name. */
  nameLength: 200,
  /** Rejected rows that are kept for the report of one import; all are counted. */
  keptRejections: 100_000,
  /** Bytes of the beginning of a file from which its form is guessed. */
  sampleBytes: 1024 * 1024,
} as const;
