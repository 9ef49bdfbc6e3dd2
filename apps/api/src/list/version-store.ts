import type { PageQuery } from "@airlock/contract";
import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { readPage, type Page } from "../http/page.ts";
import type { Refused } from "../outcome.ts";
import { userNameOf } from "../user/name-sql.ts";
import { countDraft, mergeIntoDraft } from "./change-rows.ts";
import { draftNumber } from "./row-store.ts";
import type { ListRow } from "./store.ts";

export interface ListVersionRow {
  readonly number: number;
  readonly effective_at: Date;
  /** When the next one takes effect. */
  readonly ends_at: Date | null;
  readonly is_due: boolean;
  readonly is_over: boolean;
  readonly rows: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly note: string;
  readonly pinned_by: number;
  readonly created_at: Date;
  readonly created_by_name: string;
}

const endsAt = sql<Date | null>`(select n.effective_at from list_versions n where n.list_id = v.list_id and n.number = v.number + 1)`;
const pinnedBy = sql<number>`(
  select count(*)::int from version_lists u join versions x on x.id = u.version_id
  where u.list_id = v.list_id and u.pinned = v.number and x.deleted_at is null
)`;

function versions(tx: Tx, listId: string) {
  return tx
    .selectFrom("list_versions as v")
    .where("v.list_id", "=", listId)
    .select([
      "v.number",
      "v.effective_at",
      endsAt.as("ends_at"),
      sql<boolean>`v.effective_at <= now()`.as("is_due"),
      sql<boolean>`coalesce(${endsAt} <= now(), false)`.as("is_over"),
      "v.rows",
      "v.added",
      "v.changed",
      "v.removed",
      "v.note",
      pinnedBy.as("pinned_by"),
      "v.created_at",
      userNameOf(sql`v.created_by`).as("created_by_name"),
    ]);
}

export function findVersion(tx: Tx, listId: string, number: number): Promise<ListVersionRow | undefined> {
  return versions(tx, listId).where("v.number", "=", number).executeTakeFirst();
}

/** Sorted by number, newest first, unless the query has another order. */
export function listVersions(tx: Tx, { id }: Pick<ListRow, "id">, query: PageQuery): Promise<Page<ListVersionRow> | Refused> {
  const key = sql<string>`lpad(v.number::text, 10, '0')`;
  return readPage(versions(tx, id), { ...query, sort: query.sort ?? "-number" }, { sorts: { number: key }, id: key });
}

/** The draft becomes the next version; its rows are where they belong already. Without a date it is in effect at once. */
export async function publish(tx: Tx, list: ListRow, effectiveAt: Date | undefined, note: string): Promise<void> {
  const number = draftNumber(list);
  await tx
    .insertInto("list_versions")
    .values({
      id: newId(),
      organisation_id: list.organisation_id,
      list_id: list.id,
      number,
      name: `${list.name}: v${number}`,
      // By the clock of the database, which also decides what is in effect; never before the version that precedes it.
      effective_at: effectiveAt ?? sql<Date>`greatest(now(), (select max(effective_at) from list_versions where list_id = ${list.id}))`,
      rows: list.rows,
      added: list.draft_added,
      changed: list.draft_changed,
      removed: list.draft_removed,
      note,
    })
    .execute();
  await tx
    .updateTable("lists")
    .set({ number, draft_added: 0, draft_changed: 0, draft_removed: 0, draft_revision: list.draft_revision + 1 })
    .where("id", "=", list.id)
    .execute();
}

/** The caller has checked that it is the newest, is not in effect yet, and is not pinned. */
export async function withdrawNewest(tx: Tx, list: ListRow): Promise<void> {
  // What is left are pins by versions that were deleted.
  await tx.deleteFrom("version_lists").where("list_id", "=", list.id).where("pinned", "=", list.number).execute();
  await tx.deleteFrom("list_versions").where("list_id", "=", list.id).where("number", "=", list.number).execute();
  await mergeIntoDraft(tx, list);
  await tx
    .updateTable("lists")
    .set({ number: list.number - 1 })
    .where("id", "=", list.id)
    .execute();
  await countDraft(tx, { id: list.id, number: list.number - 1 });
}
