import type { ListChanges, ListColumn, ListCreate, ListKeyType, ListUpdate, PageQuery } from "@airlock/contract";
import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { containing, readPage, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { Refused } from "../outcome.ts";

export interface ListRow {
  readonly id: string;
  readonly organisation_id: string;
  readonly name: string;
  readonly description: string;
  readonly key_name: string;
  readonly key_type: ListKeyType;
  readonly columns: readonly ListColumn[];
  readonly number: number;
  readonly rows: number;
  readonly draft_added: number;
  readonly draft_changed: number;
  readonly draft_removed: number;
  readonly draft_revision: number;
  readonly in_effect: { readonly number: number; readonly effectiveAt: string; readonly rows: number } | null;
  readonly used_by: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Of its name, its rows or its versions, whichever is latest. */
  readonly changed_at: Date;
  readonly revision: number;
}

/** The moments never go back, so the highest number whose moment has come is in effect. */
const inEffect = sql<ListRow["in_effect"]>`(
  select json_build_object('number', v.number, 'effectiveAt', v.effective_at, 'rows', v.rows)
  from list_versions v where v.list_id = lists.id and v.effective_at <= now()
  order by v.number desc limit 1
)`;

const usedBy = sql<number>`(
  select count(distinct v.solution_id)::int from version_lists u
  join versions v on v.id = u.version_id join solutions s on s.id = v.solution_id
  where u.list_id = lists.id and v.deleted_at is null and s.deleted_at is null
)`;

const changedAt = sql<Date>`greatest(lists.updated_at, (select max(v.created_at) from list_versions v where v.list_id = lists.id))`;

function lists(tx: Tx) {
  return tx.selectFrom("lists").select([
    "lists.id",
    "lists.organisation_id",
    "lists.name",
    "lists.description",
    "lists.key_name",
    "lists.key_type",
    // Written in this form, and checked before.
    sql<readonly ListColumn[]>`lists.columns`.as("columns"),
    "lists.number",
    "lists.rows",
    "lists.draft_added",
    "lists.draft_changed",
    "lists.draft_removed",
    "lists.draft_revision",
    inEffect.as("in_effect"),
    usedBy.as("used_by"),
    "lists.created_at",
    "lists.updated_at",
    changedAt.as("changed_at"),
    "lists.revision",
  ]);
}

/** The lock, which an import holds for minutes, does not keep versions of solutions from beginning to use the list. */
export function findList(tx: Tx, id: string, lock: boolean): Promise<ListRow | undefined> {
  return lists(tx)
    .where("lists.id", "=", id)
    .$if(lock, (query) => query.forNoKeyUpdate("lists"))
    .executeTakeFirst();
}

/** Versions of solutions that begin to use the list wait until it is deleted or not. */
export function findListToDelete(tx: Tx, id: string): Promise<ListRow | undefined> {
  return lists(tx).where("lists.id", "=", id).forUpdate("lists").executeTakeFirst();
}

export function listLists(tx: Tx, query: PageQuery): Promise<Page<ListRow> | Refused> {
  const { search = "" } = query;
  const matching = lists(tx).$if(search !== "", (select) =>
    select.where((where) =>
      where.or([where("lists.name", "ilike", containing(search)), where("lists.description", "ilike", containing(search))]),
    ),
  );
  const sorts = {
    name: sql<string>`lower(lists.name)`,
    kind: sql<string>`(jsonb_array_length(lists.columns) = 0)::text`,
    rows: sql<string>`lpad(lists.rows::text, 10, '0')`,
    usedBy: sql<string>`lpad(${usedBy}::text, 10, '0')`,
    updatedDate: sql<string>`to_char(${changedAt} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`,
    createdDate: sql<string>`lists.id`,
  };
  return readPage(matching, query, { sorts, id: sql<string>`lists.id` });
}

export async function countLists(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom("lists")
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export async function isNameTaken(tx: Tx, name: string, exceptId: string): Promise<boolean> {
  const other = await tx
    .selectFrom("lists")
    .where(sql<string>`lower(name)`, "=", sql<string>`lower(${name})`)
    .where("id", "<>", exceptId)
    .select("id")
    .executeTakeFirst();
  return other !== undefined;
}

export async function createList(tx: Tx, { organisationId }: Pick<Actor, "organisationId">, fields: ListCreate): Promise<string> {
  const id = newId();
  await tx
    .insertInto("lists")
    .values({
      id,
      organisation_id: organisationId,
      name: fields.name,
      description: fields.description,
      key_name: fields.key.name,
      key_type: fields.key.type,
      columns: JSON.stringify(fields.columns),
    })
    .execute();
  return id;
}

export async function updateList(tx: Tx, id: string, { name, description }: ListUpdate): Promise<void> {
  const changes = { ...(name === undefined ? {} : { name }), ...(description === undefined ? {} : { description }) };
  if (Object.keys(changes).length > 0) await tx.updateTable("lists").set(changes).where("id", "=", id).execute();
}

/** The caller has checked that no version uses it: what is left are uses by versions that were deleted. */
export async function deleteList(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("version_lists").where("list_id", "=", id).execute();
  await tx.deleteFrom("lists").where("id", "=", id).execute();
}

export function changesOf(row: ListRow): ListChanges {
  return { added: row.draft_added, changed: row.draft_changed, removed: row.draft_removed };
}

export function hasChanges({ draft_added, draft_changed, draft_removed }: ListRow): boolean {
  return draft_added + draft_changed + draft_removed > 0;
}
