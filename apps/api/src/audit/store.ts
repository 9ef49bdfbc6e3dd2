import type { AuditFileQuery, AuditQuery, AuditRow } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { sql, type RawBuilder } from "kysely";
import { findPage, type Page, type ListView } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { Refused } from "../outcome.ts";

const listView: ListView = { table: "audit_entries", scopes: ["own", "managed"], sorts: { at: "at" }, types: { at: "timestamptz" } };

export function listAudit(tx: Tx, reader: Actor, query: AuditQuery): Promise<Page<AuditRow> | Refused> {
  return findPage(tx, reader, { ...query, sort: query.sort ?? "-at" }, listView, (ids) => entries(tx, ids), conditionsOf(query));
}

/** Converted to dates: Postgres does not parse every offset that ISO 8601 allows, such as -22:11. */
function conditionsOf({ from, to, actor, noun, record, change }: AuditFileQuery): readonly RawBuilder<boolean>[] {
  return [
    ...(from === undefined ? [] : [sql<boolean>`at >= ${new Date(from)}::timestamptz`]),
    ...(to === undefined ? [] : [sql<boolean>`at < ${new Date(to)}::timestamptz`]),
    ...(actor === undefined ? [] : [sql<boolean>`actor_id = ${actor}`]),
    ...(noun === undefined ? [] : [sql<boolean>`noun = ${noun}`]),
    ...(record === undefined ? [] : [sql<boolean>`record_id = ${record}`]),
    ...(change === undefined ? [] : [sql<boolean>`change = ${change}`]),
  ];
}

/** The position of a page of the file: after the entry with this time, to the microsecond, and id. */
export interface FilePosition {
  readonly at: string;
  readonly id: string;
}

export const fileStart: FilePosition = { at: "-infinity", id: "" };

/** The next entries, oldest first, and the position of the following page; undefined after the last page. */
export async function auditFilePage(
  tx: Tx,
  { organisationId }: Actor,
  query: AuditFileQuery,
  after: FilePosition,
  limit: number,
): Promise<{ readonly rows: readonly AuditRow[]; readonly next: FilePosition | undefined }> {
  const beyond = sql<boolean>`(at, id) > (${after.at}::timestamptz, ${after.id})`;
  const where = sql.join([sql`owner = ${organisationId}`, ...conditionsOf(query), beyond], sql` and `);
  const half = (view: string) =>
    sql`(select at, id from ${sql.id("airlock", view)} where ${where} order by at, id limit ${sql.lit(limit)})`;
  const { rows: found } = await sql<FilePosition>`
    select page.at::text as at, id from (${half("own_audit_entries")} union all ${half("managed_audit_entries")}) page
    order by page.at, id limit ${sql.lit(limit)}
  `.execute(tx);
  const rows =
    found.length === 0
      ? []
      : await entries(
          tx,
          found.map(({ id }) => id),
        );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { rows: found.flatMap(({ id }) => byId.get(id) ?? []), next: found.length < limit ? undefined : found.at(-1) };
}

function entries(tx: Tx, ids: readonly string[]): Promise<AuditRow[]> {
  return tx
    .selectFrom("audit_entries")
    .where("id", "in", [...ids])
    .select([
      "id",
      "organisation_id",
      "at",
      "actor_id",
      "actor_name",
      "noun",
      "record_id",
      "record_name",
      "change",
      "changed",
      "before",
      "after",
      "correlation_id",
      "previous_hash",
      "hash",
    ])
    .execute();
}
