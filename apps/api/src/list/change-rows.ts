import type { ListValue } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { sql, type RawBuilder } from "kysely";
import { draftNumber } from "./row-store.ts";
import type { ListRow } from "./store.ts";

type OfList = Pick<ListRow, "id" | "organisation_id" | "number">;

export interface NewRow {
  readonly key: string;
  readonly cells: readonly ListValue[];
}

export interface BasedOn {
  readonly key: string;
  /** The values that the change is based on, null for no row; undefined where it replaces whatever there is. */
  readonly was?: readonly ListValue[] | null | undefined;
}

/** Rows of a statement with the columns `key` and `cells`, each key once. */
export function rowsOf(rows: readonly NewRow[]): RawBuilder<unknown> {
  const keys = rows.map(({ key }) => key);
  const cells = rows.map((row) => JSON.stringify(row.cells));
  return sql`(select key collate "C" as key, cells::jsonb as cells from unnest(${keys}::text[], ${cells}::text[]) as given (key, cells))`;
}

/** The rows of the file that is being read. */
export function stagedRows({ id }: Pick<ListRow, "id">): RawBuilder<unknown> {
  return sql`(select key, cells from list_incoming_rows where list_id = ${id})`;
}

/**
 * Makes the draft have these rows. `replace`: and no others. Call it with the list locked. What the draft ends with the values of the newest
 * version is no change: the published row is current again.
 */
export async function putRows(tx: Tx, list: OfList, incoming: RawBuilder<unknown>, mode: "replace" | "merge"): Promise<void> {
  await endRows(
    tx,
    list,
    mode === "replace"
      ? sql`not exists (select from ${incoming} i where i.key = r.key and i.cells = r.cells)`
      : sql`exists (select from ${incoming} i where i.key = r.key and i.cells <> r.cells)`,
  );
  const draft = draftNumber(list);
  const hasCurrent = (key: RawBuilder<unknown>) =>
    sql`exists (select from list_rows c where c.list_id = ${list.id} and c.key = ${key} and c.removed_in is null)`;
  await sql`
    update list_rows r set removed_in = null from ${incoming} i
    where r.list_id = ${list.id} and r.removed_in = ${draft} and i.key = r.key and i.cells = r.cells and not ${hasCurrent(sql`r.key`)}
  `.execute(tx);
  await sql`
    insert into list_rows (organisation_id, list_id, key, cells, added_in)
    select ${list.organisation_id}, ${list.id}, i.key, i.cells, ${draft} from ${incoming} i where not ${hasCurrent(sql`i.key`)}
  `.execute(tx);
}

/** Whether the draft has other values than these changes are based on. Call it with the list locked. */
export async function isOutdated(tx: Tx, { id }: Pick<OfList, "id">, rows: readonly BasedOn[]): Promise<boolean> {
  const based = rows.filter(({ was }) => was !== undefined);
  if (based.length === 0) return false;
  const keys = based.map(({ key }) => key);
  const known = based.map(({ was }) => (was ? JSON.stringify(was) : null));
  const found = await sql`
    select from unnest(${keys}::text[], ${known}::text[]) as given (key, cells)
    where given.cells::jsonb is distinct from
      (select r.cells from list_rows r where r.list_id = ${id} and r.key = given.key and r.removed_in is null)
    limit 1
  `.execute(tx);
  return found.rows.length > 0;
}

export async function removeRows(tx: Tx, list: OfList, keys: readonly string[]): Promise<void> {
  await endRows(tx, list, sql`r.key = any(${[...keys]})`);
}

/** Takes current rows out of the draft: published ones end with it, its own disappear. */
async function endRows(tx: Tx, list: OfList, which: RawBuilder<unknown>): Promise<void> {
  const draft = draftNumber(list);
  await sql`delete from list_rows r where r.list_id = ${list.id} and r.removed_in is null and r.added_in = ${draft} and ${which}`.execute(
    tx,
  );
  await sql`
    update list_rows r set removed_in = ${draft} where r.list_id = ${list.id} and r.removed_in is null and r.added_in < ${draft} and ${which}
  `.execute(tx);
}

export async function discardDraft(tx: Tx, list: OfList): Promise<void> {
  const draft = draftNumber(list);
  await sql`delete from list_rows where list_id = ${list.id} and added_in = ${draft}`.execute(tx);
  await sql`update list_rows set removed_in = null where list_id = ${list.id} and removed_in = ${draft}`.execute(tx);
}

/** The newest version was withdrawn: what it changed is part of the draft again, which has its number now. `list` is as it was before. */
export async function mergeIntoDraft(tx: Tx, list: OfList): Promise<void> {
  const { id, number } = list;
  const draft = draftNumber(list);
  await sql`delete from list_rows where list_id = ${id} and added_in = ${number} and removed_in = ${draft}`.execute(tx);
  await sql`update list_rows set added_in = ${number} where list_id = ${id} and added_in = ${draft}`.execute(tx);
  await sql`update list_rows set removed_in = ${number} where list_id = ${id} and removed_in = ${draft}`.execute(tx);
  // Changed by the version and back by the draft.
  await sql`
    with undone as (
      delete from list_rows n using list_rows o
      where n.list_id = ${id} and o.list_id = ${id} and n.key = o.key
        and n.added_in = ${number} and o.removed_in = ${number} and n.cells = o.cells
      returning n.key
    )
    update list_rows r set removed_in = null from undone where r.list_id = ${id} and r.key = undone.key and r.removed_in = ${number}
  `.execute(tx);
}

/** After every change of rows: how the draft differs from the newest version, which has `number`. Returns how many rows the draft has. */
export async function countDraft(tx: Tx, { id, number }: Pick<ListRow, "id" | "number">): Promise<number> {
  const draft = number + 1;
  const { rows } = await sql<{ readonly rows: number }>`
    with differing as (
      select
        count(*) filter (where o.key is null)::int as added,
        count(*) filter (where n.key is not null and o.key is not null)::int as changed,
        count(*) filter (where n.key is null)::int as removed
      from (select key from list_rows where list_id = ${id} and added_in = ${draft}) n
      full join (select key from list_rows where list_id = ${id} and removed_in = ${draft}) o on o.key = n.key
    )
    update lists set
      draft_added = d.added, draft_changed = d.changed, draft_removed = d.removed, draft_revision = draft_revision + 1,
      rows = coalesce((select v.rows from list_versions v where v.list_id = ${id} and v.number = ${number}), 0) + d.added - d.removed
    from differing d where lists.id = ${id}
    returning lists.rows
  `.execute(tx);
  return rows[0]?.rows ?? 0;
}
