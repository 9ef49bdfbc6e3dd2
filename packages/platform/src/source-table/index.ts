/** A table in an organisation's own Postgres, read over a checked connection. */
export type { SourceConnection } from "./source-connection.ts";
export { SourceRefused } from "./source-failure.ts";
export { sourceColumnType, type SourceColumn } from "./source-select.ts";
export { withSourceTable, type SourceAccess, type SourceRow } from "./source-table.ts";
