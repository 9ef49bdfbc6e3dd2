import { escapeIdentifier } from "pg";
import type { SourceConnection } from "./source-connection.ts";

export interface SourceColumn {
  readonly name: string;
  /** Postgres's name of the type; of a domain, that of its base type. */
  readonly type: string;
}

const integers: ReadonlySet<string> = new Set(["int2", "int4", "int8"]);
const floats: ReadonlySet<string> = new Set(["float4", "float8", "numeric"]);

/** The type of a datasource's column; all types without a number are read as Postgres writes them. */
export function sourceColumnType(type: string): "STRING" | "INTEGER" | "FLOAT" {
  if (integers.has(type)) return "INTEGER";
  return floats.has(type) ? "FLOAT" : "STRING";
}

/** Types are qualified, because the user's search path may begin with a schema that has a type of the same name. */
export function selectFromSource(source: SourceConnection, columns: readonly SourceColumn[], maxRows: number): string {
  const list = columns.map(({ name, type }) =>
    sourceColumnType(type) === "STRING" ? `${escapeIdentifier(name)}::pg_catalog.text` : escapeIdentifier(name),
  );
  return `select ${list.join(", ")} from ${tableOf(source)} limit ${Math.trunc(maxRows)}`;
}

/** Counts up to a limit, so that a table that is too large is not read to its end. */
export function countOfSource(source: SourceConnection, maxRows: number): string {
  return `select pg_catalog.count(*) from (select from ${tableOf(source)} limit ${Math.trunc(maxRows)}) as counted`;
}

function tableOf({ schema, table }: SourceConnection): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`;
}

/** The columns that the user may read, of a table, a view, a materialised view, a partitioned or a foreign table. */
export const describeSource = `select a.attname, coalesce(b.typname, t.typname)
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_catalog.pg_type t on t.oid = a.atttypid
  left join pg_catalog.pg_type b on t.typtype = 'd' and b.oid = t.typbasetype
  where n.nspname = $1 and c.relname = $2 and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT')
  order by a.attnum`;
