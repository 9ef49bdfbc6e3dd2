import type { ListRowQuery, ListValue } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { sql, type RawBuilder } from "kysely";
import { readPage, type Page } from "../http/page.ts";
import type { Refused } from "../outcome.ts";
import type { ListRow } from "./store.ts";

export interface StoredRow {
  readonly key: string;
  readonly cells: readonly ListValue[];
  readonly change: "added" | "changed" | "removed" | null;
  readonly before: readonly ListValue[] | null;
}

type OfList = Pick<ListRow, "id" | "number">;

/** The number that the draft will have. */
export function draftNumber({ number }: Pick<ListRow, "number">): number {
  return number + 1;
}

/** Keys that begin with a text: a range of the index, since keys are compared byte by byte and no character is beyond this one. */
function beginningWith(prefix: string): RawBuilder<boolean> {
  return sql<boolean>`r.key >= ${prefix} and r.key < ${`${prefix}\u{10ffff}`}`;
}

/** A row as the draft has it, with what it was in the newest version. */
function compared(draft: number) {
  const isChanged = sql`exists (select from list_rows o where o.list_id = r.list_id and o.key = r.key and o.removed_in = ${draft})`;
  return [
    sql<StoredRow["change"]>`case
      when r.removed_in = ${draft} then 'removed'
      when r.added_in < ${draft} then null
      when ${isChanged} then 'changed'
      else 'added' end`.as("change"),
    sql<StoredRow["before"]>`case when r.added_in = ${draft} then
      (select o.cells from list_rows o where o.list_id = r.list_id and o.key = r.key and o.removed_in = ${draft}) end`.as("before"),
  ] as const;
}

/** `version`: a published one; undefined for the draft. Keys are unique in it, so they are the cursor. */
export function listRows(tx: Tx, list: OfList, query: ListRowQuery): Promise<Page<StoredRow> | Refused> {
  const draft = draftNumber(list);
  const { version, search = "", changes } = query;
  const present =
    version === undefined
      ? sql<boolean>`r.removed_in is null`
      : sql<boolean>`r.added_in <= ${version} and (r.removed_in is null or r.removed_in > ${version})`;
  // A removed row is a change of the draft; one that was replaced is shown with the row that replaced it.
  const isChange = sql<boolean>`(r.removed_in is null and r.added_in = ${draft}) or (r.removed_in = ${draft} and not exists (
    select from list_rows n where n.list_id = r.list_id and n.key = r.key and n.removed_in is null))`;
  const matching = tx
    .selectFrom("list_rows as r")
    .where("r.list_id", "=", list.id)
    .where(version === undefined && changes === "only" ? isChange : present)
    .$if(search !== "", (select) => select.where(beginningWith(search)))
    .select(["r.key", sql<readonly ListValue[]>`r.cells`.as("cells")])
    .select(
      version === undefined
        ? compared(draft)
        : [sql<StoredRow["change"]>`null`.as("change"), sql<StoredRow["before"]>`null::jsonb`.as("before")],
    );
  return readPage(matching, { ...query, search }, { sorts: { key: sql<string>`r.key` }, id: sql<string>`''::text` });
}

/** The next rows of a download, in the order of their keys. */
export async function rowsAfter(
  tx: Tx,
  { id }: Pick<ListRow, "id">,
  version: number | undefined,
  after: string | undefined,
  limit: number,
): Promise<readonly Pick<StoredRow, "key" | "cells">[]> {
  return tx
    .selectFrom("list_rows as r")
    .where("r.list_id", "=", id)
    .where(
      version === undefined
        ? sql<boolean>`r.removed_in is null`
        : sql<boolean>`r.added_in <= ${version} and (r.removed_in is null or r.removed_in > ${version})`,
    )
    .$if(after !== undefined, (select) => select.where("r.key", ">", after ?? ""))
    .select(["r.key", sql<readonly ListValue[]>`r.cells`.as("cells")])
    .orderBy("r.key")
    .limit(limit)
    .execute();
}

/** Those of these keys that a published version has. */
export async function findRows(
  tx: Tx,
  listId: string,
  version: number,
  keys: readonly string[],
): Promise<readonly Pick<StoredRow, "key" | "cells">[]> {
  if (keys.length === 0) return [];
  return tx
    .selectFrom("list_rows as r")
    .where("r.list_id", "=", listId)
    .where("r.key", "in", keys)
    .where(sql<boolean>`r.added_in <= ${version} and (r.removed_in is null or r.removed_in > ${version})`)
    .select(["r.key", sql<readonly ListValue[]>`r.cells`.as("cells")])
    .orderBy("r.key")
    .execute();
}
