import { missingListValues, type SqlLists } from "@airlock/engine/sql";
import { readDateText, type Definition, type FlowList } from "@airlock/flow";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { tabCell } from "@airlock/platform/csv";
import type { TableValue } from "@airlock/platform/lists";
import type { Postgres, Tenant } from "@airlock/platform/postgres";
import { readColumns, readPages } from "./rows.ts";

/** `missingListValues.text`, as a cell of TabSeparated. */
const missingTextCell = "\\xFF";

export interface SqlListParts {
  readonly postgres: Postgres;
  readonly clickhouse: Pick<ClickHouse, "command" | "insertTabSeparated">;
}

/** The tables that the lists of a flow have in ClickHouse, whose names begin with this prefix. Only of lists whose version it pins. */
export function sqlLists({ lists = [] }: Pick<Definition, "lists">, prefix: string): SqlLists {
  return new Map(
    lists.flatMap(({ listId, columns, version }, at) =>
      version === undefined
        ? []
        : [[listId, { table: `${prefix}list${at}`, columns: new Map(columns.map(({ name }, column) => [name, `c${column}`])) }]],
    ),
  );
}

/**
 * Creates these tables with the rows of the versions that the flow pins. The engine Join holds them in memory and only on the server that
 * this connection reaches, as the stages of a query are.
 */
export async function createSqlLists(
  parts: SqlListParts,
  tenant: Tenant,
  { lists = [] }: Pick<Definition, "lists">,
  prefix: string,
): Promise<void> {
  const tables = sqlLists({ lists }, prefix);
  for (const { listId, version, keyType } of lists) {
    const table = tables.get(listId)?.table;
    if (table !== undefined && version !== undefined) await createTable(parts, tenant, { listId, version, keyType }, table);
  }
}

export async function dropSqlLists({ clickhouse }: { readonly clickhouse: Pick<ClickHouse, "command"> }, lists: SqlLists): Promise<void> {
  for (const { table } of lists.values()) await clickhouse.command(`DROP TABLE IF EXISTS ${table} SYNC`);
}

async function createTable(
  { postgres, clickhouse }: SqlListParts,
  tenant: Tenant,
  { listId, version, keyType }: { readonly listId: string; readonly version: number; readonly keyType: FlowList["keyType"] },
  table: string,
): Promise<void> {
  const columns = await postgres.inOrganisation(tenant, (tx) => readColumns(tx, listId));
  const isText = [keyType, ...columns.map(({ type }) => type)].map((type) => type === "String");
  const names = ["key", ...columns.map((_, at) => `c${at}`)];
  const declared = names.map((name, at) => `${name} ${isText[at] === true ? "String" : "Float64"}`);
  await clickhouse.command(`DROP TABLE IF EXISTS ${table} SYNC`);
  await clickhouse.command(`CREATE TABLE ${table} (${declared.join(", ")}, present UInt8) ENGINE = Join(ANY, LEFT, key)`);
  for await (const page of readPages(postgres, tenant, { listId, number: version, columns })) {
    const lines = page.map(({ key, values }) => {
      const cells = [keyValue(keyType, key), ...values].map((value, at) => cell(value, isText[at] === true));
      return `${cells.join("\t")}\t1\n`;
    });
    if (lines.length > 0) await clickhouse.insertTabSeparated(table, [...names, "present"], Buffer.from(lines.join("")));
  }
}

function keyValue(type: FlowList["keyType"], key: string): TableValue {
  return type === "String" ? key : type === "Date" ? readDateText(key) : Number(key);
}

function cell(value: TableValue, isText: boolean): string {
  if (value === undefined) return isText ? missingTextCell : missingListValues.number;
  return isText ? tabCell(String(value)) : String(value);
}
