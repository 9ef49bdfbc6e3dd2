import { createContext } from "react";

export interface RowExecutions {
  /** By row id. Rows that are not in it were not in the version that was counted. */
  readonly counts: ReadonlyMap<string, number>;
  /** The executions that came to the table: shares are of these. */
  readonly total: number;
  /** "Last 7 days". */
  readonly period: string;
}

/** How often each row of a Decision Table counted. */
export interface TableCounts {
  /** Test cases by row id, from when all were run. */
  readonly tests?: ReadonlyMap<string, number> | undefined;
  readonly executions?: RowExecutions | undefined;
}

/** What the page knows of a table, by the id of its node. */
export const TableCountsContext = createContext<(nodeId: string) => TableCounts | undefined>(() => undefined);
