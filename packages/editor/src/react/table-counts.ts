import { createContext } from "react";

export interface RowExecutions {
  /** By row id. Rows that are not in it were not in the version that was counted. */
  readonly counts: ReadonlyMap<string, number>;
  /** The executions that reached the table and were replayed: shares are relative to these. */
  readonly total: number;
  /** There were more; these are the newest. */
  readonly isSample: boolean;
  /** "Last 7 days". */
  readonly period: string;
}

/** How often each row of a Decision Table counted. */
export interface TableCounts {
  /** Test cases by row id, from when all were run. */
  readonly tests?: ReadonlyMap<string, number> | undefined;
  readonly executions?: RowExecutions | undefined;
}

interface TableCountsSource {
  readonly of: (nodeId: string) => TableCounts | undefined;
  /** Called when a table is opened, so that its executions can be loaded; undefined when it is closed. */
  readonly open?: (nodeId: string | undefined) => void;
}

/** What the page knows about tables. */
export const TableCountsContext = createContext<TableCountsSource>({ of: () => undefined });
