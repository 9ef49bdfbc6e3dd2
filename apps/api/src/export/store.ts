import type { ExportCreate, PageQuery } from "@airlock/contract";
import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { readPage, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { Refused } from "../outcome.ts";

export interface ExportRow {
  readonly id: string;
  readonly format: "csv" | "parquet";
  readonly status: "waiting" | "running" | "done" | "failed" | "cancelled";
  readonly message: string;
  readonly filters: unknown;
  readonly rows: string;
  readonly total_rows: string | null;
  readonly bytes: string | null;
  readonly object: string | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  readonly expires_at: Date | null;
}

function exports(tx: Tx) {
  return tx
    .selectFrom("exports")
    .select([
      "id",
      "format",
      "status",
      "message",
      "filters",
      "rows",
      "total_rows",
      "bytes",
      "object",
      "created_at",
      "finished_at",
      "expires_at",
    ]);
}

export function findExport(tx: Tx, id: string, lock: boolean): Promise<ExportRow | undefined> {
  return exports(tx)
    .where("id", "=", id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
}

const order = { sorts: { created: sql<string>`id` }, id: sql<string>`id` };

export function listExports(tx: Tx, query: Pick<PageQuery, "limit" | "after">): Promise<Page<ExportRow> | Refused> {
  return readPage(exports(tx), { ...query, sort: "-created" }, order);
}

export async function countUnfinished(tx: Tx): Promise<number> {
  const found = await tx.selectFrom("exports").where("status", "in", ["waiting", "running"]).select("id").execute();
  return found.length;
}

export async function createExport(tx: Tx, actor: Actor, { format, ...filters }: ExportCreate): Promise<string> {
  const id = newId();
  await tx
    .insertInto("exports")
    .values({
      id,
      organisation_id: actor.organisationId,
      format,
      filters: JSON.stringify(filters),
      object: null,
      finished_at: null,
      expires_at: null,
    })
    .execute();
  return id;
}

/** Its worker finds that it is not wanted any more, and stops. */
export async function cancelExport(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("exports").set({ status: "cancelled", finished_at: new Date() }).where("id", "=", id).execute();
}

export async function deleteExport(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("exports").where("id", "=", id).execute();
}
