import { missingListValues, type SqlLists } from "@airlock/engine/sql";
import { readDateText, type Definition, type FieldType, type FlowList } from "@airlock/flow";
import type { ClickHouse } from "./clickhouse.ts";
import { allLists, rowsOf } from "./generate-lists.ts";

const tableOf = (listId: string): string => `list_${listId}`;

/** Where the lists of a flow are in the database. */
export function listTables(definition: Definition): SqlLists {
  return new Map(
    allLists(definition).map(({ listId, columns }) => [
      listId,
      { table: tableOf(listId), columns: new Map(columns.map(({ name }, at) => [name, `c${at}`])) },
    ]),
  );
}

/** Writes rows, by default those of `generate-lists.ts`, into these tables. */
export async function loadLists(
  definition: Definition,
  database: ClickHouse,
  rowsOfList: (list: FlowList) => ReturnType<typeof rowsOf> = rowsOf,
): Promise<SqlLists> {
  for (const list of allLists(definition)) {
    const { listId, keyType, columns } = list;
    const typed = [keyType, ...columns.map(({ type }) => type)].map((type, at) => ({
      name: at === 0 ? "key" : `c${at - 1}`,
      isText: type === "String",
    }));
    const rows = rowsOfList(list).map(({ key, values }) => [keyCell(keyType, key), ...values]);
    await database.load(
      "rows_of_list",
      typed.map(({ name, isText }) => ({ name, type: isText ? "Nullable(String)" : "Nullable(Float64)" })),
      rows,
    );
    const declared = typed.map(({ name, isText }) => `${name} ${isText ? "String" : "Float64"}`);
    const table = tableOf(listId);
    database.run(`CREATE OR REPLACE TABLE ${table} (${[...declared, "present UInt8"].join(", ")}) ENGINE = Join(ANY, LEFT, key)`);
    const selected = typed.map(({ name, isText }) => `ifNull(${name}, ${isText ? missingListValues.text : missingListValues.number})`);
    database.run(`INSERT INTO ${table} SELECT ${selected.join(", ")}, 1 FROM rows_of_list`);
  }
  return listTables(definition);
}

function keyCell(type: FieldType, key: string): string | number {
  return type === "String" ? key : type === "Date" ? (readDateText(key) ?? NaN) : Number(key);
}
