/**
 * Privileges of each ClickHouse user: the only source for `deploy/clickhouse/users.xml` (`npm run clickhouse:users`) and for the development front,
 * which enforces them. A statement that a process needs and that is missing here fails in every integration test.
 */
export const clickhouseUsers = ["api", "worker", "migrate", "admin"] as const;
export type ClickHouseUser = (typeof clickhouseUsers)[number];

export interface Grant {
  /** ClickHouse's names of privileges. */
  readonly privileges: readonly string[];
  /** Tables of the product's database or of `system`, by name or by prefix (`datasource_*`); `*` for the whole database. */
  readonly on: readonly string[];
}

/** Limits of a query of the api, which the client sends with each. */
export const queryLimits = { seconds: 30, memoryBytes: 4 * 1024 ** 3, resultRows: 5_000_000, resultBytes: 512 * 1024 ** 2 } as const;

/**
 * Limits of a query of the worker. The longest is an export of all executions, which takes hours. The largest is the training set of an analytics
 * prediction, which groups events by person and cut-off: at its limit of 25 million numbers, from two million persons, it fails with 512 MB and
 * succeeds with 1 GiB on two threads. Threads have groups of their own, so a server with many needs more. Exports, experiments and copies stream. Sorting,
 * grouping and joining use the disk from half of the limit on (`max_bytes_ratio_before_external_*`), so more rows take longer instead of failing.
 * Without a limit one query could take all memory of the server, and inserts of executions would fail.
 */
export const workerLimits = { seconds: 6 * 3600, memoryBytes: 8 * 1024 ** 3 } as const;

/** Tables with rows of every organisation, each with a column `organisation`. The api's row filter applies to all of them. */
export const sharedTables = [
  "executions",
  "execution_minutes",
  "rejected_rows",
  "comparison_records",
  "prediction_hours",
  "prediction_outcomes",
  "refused_requests",
  "shadow_results",
] as const;

/** Tables of one datasource, run or result each, created and dropped by the worker. */
const workerTables = ["datasource_*", "import_*", "copy_*", "copying_*", "features_*", "experiment_*"];
/** Intermediate tables of one what-if query, created and dropped by the api. */
const whatIfTables = ["whatif_*"];
const ownTable = ["SELECT", "INSERT", "CREATE TABLE", "CREATE VIEW", "DROP TABLE", "DROP VIEW"];

export const grants: Readonly<Record<ClickHouseUser, readonly Grant[]>> = {
  // Reads only, except for the intermediate tables of a what-if query.
  api: [
    { privileges: ["SELECT"], on: [...sharedTables, "datasource_*", "experiment_*"] },
    { privileges: ownTable, on: whatIfTables },
  ],
  // Writes and deletes executions, and owns the tables of datasources and results. Cannot change the schema of shared tables.
  worker: [
    { privileges: ["SELECT", "INSERT", "ALTER DELETE"], on: sharedTables },
    // Erasure overwrites execution records.
    { privileges: ["ALTER UPDATE"], on: ["executions"] },
    { privileges: [...ownTable, "ALTER DELETE", "TRUNCATE", "OPTIMIZE"], on: workerTables },
    // To find tables that are no longer needed, and the progress of an export.
    { privileges: ["SELECT"], on: ["system.tables", "system.processes"] },
  ],
  // Creates and extends the schema. Reads the list of applied migrations, and executions for the view that marks minutes. A migration that needs
  // more, such as to drop a column or to change rows, adds the privilege here.
  migrate: [
    { privileges: ["CREATE DATABASE", "CREATE TABLE", "CREATE VIEW"], on: ["*"] },
    { privileges: ["ALTER ADD COLUMN", "ALTER INDEX", "ALTER SETTINGS", "ALTER VIEW MODIFY SQL SECURITY"], on: ["*"] },
    { privileges: ["SELECT", "INSERT"], on: ["migrations", "execution_minutes"] },
    { privileges: ["SELECT"], on: ["executions"] },
  ],
  // For operators, backups and tests. No process of Airlock uses it.
  admin: [{ privileges: ["ALL"], on: ["*.*"] }],
};

/** Only rows of the organisation that the query names; without one, none. */
export const apiRowFilter = "organisation = getSetting('log_comment')";

export interface Access {
  readonly privilege: string;
  readonly database: string;
  /** Empty for the database itself. */
  readonly table: string;
}

export function isGranted(user: ClickHouseUser, { privilege, database, table }: Access, productDatabase: string): boolean {
  const name = database === productDatabase ? table : `${database}.${table}`;
  return grants[user].some(
    ({ privileges, on }) =>
      privileges.some((granted) => granted === "ALL" || granted === privilege) &&
      on.some((pattern) => pattern === "*.*" || matches(pattern, name, database === productDatabase)),
  );
}

function matches(pattern: string, name: string, isOfProduct: boolean): boolean {
  return pattern.endsWith("*") ? isOfProduct && name.startsWith(pattern.slice(0, -1)) : name === pattern;
}
