import type { ComparedRecordFields, ComparedRecordQuery, TracedRecordFields } from "@airlock/contract";

/** The records of a comparison that came out differently, wherever they stand. */
export interface ComparedRecords {
  /** Undefined when `after` was not written here. */
  readonly list: (query: ComparedRecordQuery) => Promise<RecordPage | undefined>;
  readonly read: (recordId: string) => Promise<TracedRecordFields | undefined>;
}

interface RecordPage {
  readonly items: readonly ComparedRecordFields[];
  readonly total: number;
  /** To be sent as `after`; undefined at the end. */
  readonly next: string | undefined;
}
