import type { AuditQuery } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { findPage, type Page, type Sight } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { Refused } from "../outcome.ts";

export interface AuditRow {
  readonly id: string;
  readonly organisation_id: string;
  readonly at: Date;
  readonly actor_id: string | null;
  readonly actor_name: string;
  readonly noun: string;
  readonly record_id: string;
  readonly record_name: string;
  readonly change: "created" | "updated" | "deleted";
  readonly changed: readonly string[];
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
  readonly correlation_id: string | null;
  readonly previous_hash: string;
  readonly hash: string;
}

const sight: Sight = { of: "audit_entries", halves: ["own", "managed"], sorts: { at: "at" }, types: { at: "timestamptz" } };

export function listAudit(tx: Tx, reader: Actor, query: AuditQuery): Promise<Page<AuditRow> | Refused> {
  const { from, to, actor, noun, record, change } = query;
  const conditions = [
    ...(from === undefined ? [] : [sql<boolean>`at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql<boolean>`at < ${to}::timestamptz`]),
    ...(actor === undefined ? [] : [sql<boolean>`actor_id = ${actor}`]),
    ...(noun === undefined ? [] : [sql<boolean>`noun = ${noun}`]),
    ...(record === undefined ? [] : [sql<boolean>`record_id = ${record}`]),
    ...(change === undefined ? [] : [sql<boolean>`change = ${change}`]),
  ];
  return findPage(tx, reader, { ...query, sort: query.sort ?? "-at" }, sight, (ids) => entries(tx, ids), conditions);
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
