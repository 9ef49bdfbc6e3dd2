import { isId } from "@airlock/platform";

/** A column of a datasource's table. */
export interface TableColumn {
  /** c0, c1 and so on: never what somebody called it. */
  readonly key: string;
  readonly type: "STRING" | "INTEGER" | "FLOAT";
}

const clickhouseTypes = { STRING: "Nullable(String)", INTEGER: "Nullable(Int64)", FLOAT: "Nullable(Float64)" } as const;

/** As ClickHouse names it, which is also what the engine's SQL is told. */
export function clickhouseType(type: TableColumn["type"]): string {
  return clickhouseTypes[type];
}

/** The table that holds the records of a datasource: `row`, counted from 1 as in its source, and its columns. */
export function datasourceTable(datasourceId: string): string {
  return `datasource_${safeId(datasourceId)}`;
}

/** Where an import writes until it is whole. */
export function importTable(datasourceId: string): string {
  return `import_${safeId(datasourceId)}`;
}

/** What a run reads of a datasource that stays elsewhere, once it is whole. */
export function copyTable(runId: string, datasourceId: string): string {
  return `copy_${safeId(runId)}_${safeId(datasourceId)}`;
}

/** Where such a copy is written until it is whole; `copyId` names the answer that its rows are of. */
export function copyingTable(runId: string, datasourceId: string, copyId: string): string {
  return `copying_${safeId(runId)}_${safeId(datasourceId)}_${safeId(copyId)}`;
}

/** Either of these names; its part is the run's id. */
export const copyTableName = /^copy(?:ing)?_([0-9A-Z]{26})_[0-9A-Z]{26}(?:_[0-9A-Z]{26})?$/;

/** Nothing that somebody wrote becomes part of a table's name. */
export function safeId(id: string): string {
  if (!isId(id)) throw new Error("Only an id of ours can be part of a table's name.");
  return id;
}

/** Rows are told apart by their number: a batch that comes twice, because a worker died, is there once when the table is put in order. */
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
