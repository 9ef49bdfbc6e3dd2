import { isId } from "@airlock/platform";

/** A column of a datasource's table. */
export interface TableColumn {
  /** c0, c1 and so on, never the user's name. */
  readonly key: string;
  readonly type: "STRING" | "INTEGER" | "FLOAT";
}

const clickhouseTypes = { STRING: "Nullable(String)", INTEGER: "Nullable(Int64)", FLOAT: "Nullable(Float64)" } as const;

/** ClickHouse's name of the type, which is also passed to the engine's SQL compiler. */
export function clickhouseType(type: TableColumn["type"]): string {
  return clickhouseTypes[type];
}

/** The table with the rows of a datasource: `row`, counted from 1 as in its source, and its columns. */
export function datasourceTable(datasourceId: string): string {
  return `datasource_${safeId(datasourceId)}`;
}

/** The table that an import writes until it is complete. */
export function importTable(datasourceId: string): string {
  return `import_${safeId(datasourceId)}`;
}

/** The copy of an external datasource for one run, once it is complete. */
export function copyTable(runId: string, datasourceId: string): string {
  return `copy_${safeId(runId)}_${safeId(datasourceId)}`;
}

/** Such a copy until it is complete; `copyId` identifies the query result that its rows come from. */
export function copyingTable(runId: string, datasourceId: string, copyId: string): string {
  return `copying_${safeId(runId)}_${safeId(datasourceId)}_${safeId(copyId)}`;
}

/** Matches either of these names; the group is the run's id. */
export const copyTableName = /^copy(?:ing)?_([0-9A-Z]{26})_[0-9A-Z]{26}(?:_[0-9A-Z]{26})?$/;

/** Guarantees that no user input becomes part of a table's name. */
export function safeId(id: string): string {
  if (!isId(id)) throw new Error("Only an id of ours can be part of a table's name.");
  return id;
}

/** Rows are identified by their number: duplicates of a batch that was repeated after a crash are removed when the table is merged. */
export function createTable(name: string, columns: readonly TableColumn[], cluster = ""): string {
  const written = columns.map(({ key, type }) => `${column(key)} ${clickhouseType(type)}`);
  return `CREATE TABLE IF NOT EXISTS ${name}${onCluster(cluster)} (row UInt64, ${written.join(", ")})
    ENGINE = ${cluster === "" ? "" : "Replicated"}ReplacingMergeTree ORDER BY row`;
}

export function onCluster(cluster: string): string {
  if (cluster !== "" && !/^[\w{}-]+$/.test(cluster)) throw new Error(`"${cluster}" cannot name a ClickHouse cluster.`);
  return cluster === "" ? "" : ` ON CLUSTER '${cluster}'`;
}

export function column(key: string): string {
  if (!/^c\d{1,4}$/.test(key)) throw new Error("Only c0, c1 and so on are columns of a datasource.");
  return key;
}
