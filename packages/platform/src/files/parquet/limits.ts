/** What a Parquet file may ask for. Past a limit it is refused in words. */
export const parquetLimits = {
  /** Bytes of the description at the end of a file. */
  footerBytes: 32 * 1024 * 1024,
  /** Bytes of the chosen columns of one row group, as they stand in the file: so much is held at once. */
  groupBytes: 256 * 1024 * 1024,
  /** Bytes that one page unpacks to. */
  pageBytes: 64 * 1024 * 1024,
  /** Megabytes of the thread that takes a file apart; a file that makes it need more is none that holds what it says. */
  heapMegabytes: 512,
  /** A thread that says nothing for so long is caught in a file. */
  silentMillis: 60_000,
  /** A file of more rows than the second may have so many for each of its bytes: nothing at all packs very small. */
  rowsForByte: 100,
  fewRows: 10_000_000,
  /** Rows that are taken apart at once. */
  rowsAtOnce: 50_000,
  /** Bytes that a look unpacks, of all columns together. Columns past it are shown without values. */
  lookBytes: 128 * 1024 * 1024,
  /** Rows that a person sees before the import. */
  shownRows: 20,
} as const;
