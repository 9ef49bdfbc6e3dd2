/** The tables in ClickHouse that hold the rows of datasources and the results of experiments and comparisons. */
export * from "./datasource-tables.ts";
export * from "./experiment-tables.ts";
export * from "./newest-import.ts";
export * from "./prepare-over.ts";
export * from "./source-password.ts";
