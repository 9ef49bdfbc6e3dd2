import type { DatasourceColumn } from "@airlock/contract";

/** What a run wants to read. */
export interface RowsWanted {
  readonly organisationId: string;
  /** The result, training or comparison that reads: it may come back for what it has begun. */
  readonly runId: string;
  readonly datasourceId: string;
  /** Which columns are needed: BigQuery is paid by the column. */
  readonly needs: (column: DatasourceColumn) => boolean;
  /** The first so many records. */
  readonly atMost?: number;
  /** Whether anybody still waits for it: asked between pages. */
  readonly isWanted: () => Promise<boolean>;
  /** How far it is, in a sentence for whoever waits. */
  readonly tell: (sentence: string) => Promise<void>;
}

/** A table of ClickHouse that has the rows: `row` and the columns by their keys. */
export interface Rows {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly DatasourceColumn[];
  /** Nobody looked at the values yet: an import would have rejected some. */
  readonly isCopy: boolean;
}
