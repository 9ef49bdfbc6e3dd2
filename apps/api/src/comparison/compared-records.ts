import type { ComparedRecordFields, ComparedRecordQuery, TracedRecordFields } from "@airlock/contract";

/** The executions or rows of a comparison with different results, wherever they are stored. */
export interface ComparedRecords {
  /** Undefined if `after` is not a valid cursor. */
  readonly list: (query: ComparedRecordQuery) => Promise<RecordPage | undefined>;
  readonly read: (recordId: string) => Promise<TracedRecordFields | undefined>;
}

interface RecordPage {
  readonly items: readonly ComparedRecordFields[];
  readonly total: number;
  /** The cursor of the next page; undefined at the end. */
  readonly next: string | undefined;
}
