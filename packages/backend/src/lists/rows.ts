import type { ListColumn, ListValue } from "@airlock/contract";
import { held } from "@airlock/engine";
import type { TableValue } from "@airlock/platform/lists";
import type { Postgres, Tenant, Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";

export interface ListTableRow {
  readonly key: string;
  /** In the order of the columns, as the engine holds them. */
  readonly values: readonly TableValue[];
}

/** Rows that are read from Postgres at once. */
const pageRows = 10_000;

export async function readColumns(tx: Tx, listId: string): Promise<readonly ListColumn[]> {
  const { columns } = await tx
    .selectFrom("lists")
    .where("id", "=", listId)
    // Written in this form, and checked before.
    .select(sql<readonly ListColumn[]>`columns`.as("columns"))
    .executeTakeFirstOrThrow();
  return columns;
}

/** The rows of a version by key, some thousands at a time. A published version never changes, so each page has its own transaction. */
export async function* readPages(
  postgres: Postgres,
  tenant: Tenant,
  { listId, number, columns }: { readonly listId: string; readonly number: number; readonly columns: readonly ListColumn[] },
): AsyncGenerator<readonly ListTableRow[]> {
  // No key is empty, so the first page begins after the empty one.
  for (let after = "", isLast = false; !isLast;) {
    const from = after;
    const rows = await postgres.inOrganisation(tenant, (tx) => readRows(tx, listId, number, from));
    yield rows.map(({ key, cells }) => ({ key, values: cells.map((cell, at) => held(columns[at]?.type ?? "String", cell)) }));
    after = rows.at(-1)?.key ?? after;
    isLast = rows.length < pageRows;
  }
}

function readRows(tx: Tx, listId: string, version: number, after: string) {
  return tx
    .selectFrom("list_rows")
    .where("list_id", "=", listId)
    .where("key", ">", after)
    .where("added_in", "<=", version)
    .where(sql<boolean>`(removed_in is null or removed_in > ${version})`)
    .select(["key", sql<readonly ListValue[]>`cells`.as("cells")])
    .orderBy("key")
    .limit(pageRows)
    .execute();
}
