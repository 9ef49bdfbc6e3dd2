import type { DatasourceColumn } from "@airlock/contract";

/** What a run wants to read. */
export interface RowsWanted {
  readonly organisationId: string;
  /** The id of the result, training or comparison that reads; a resumed run finds its copy by it. */
  readonly runId: string;
  readonly datasourceId: string;
  /** Which columns are needed: BigQuery bills by column. */
  readonly needs: (column: DatasourceColumn) => boolean;
  /** Limit of rows, from the first. */
  readonly maxRows?: number;
  /** Whether the run is still wanted. Called between pages. */
  readonly isWanted: () => Promise<boolean>;
  /** Reports progress as a sentence for users. */
  readonly tell: (sentence: string) => Promise<void>;
}

/** A ClickHouse table with the rows: `row` and the columns by their keys. */
export interface Rows {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly DatasourceColumn[];
  /** The values were not validated: an import would have rejected some. */
  readonly isCopy: boolean;
}
