import type { ImportQuery } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { readPage, type Page } from "../http/page.ts";
import type { Refused } from "../outcome.ts";

export interface ImportRow {
  readonly id: string;
  readonly datasource_id: string;
  readonly datasource_name: string;
  readonly columns: unknown;
  readonly status: "waiting" | "running" | "done" | "failed" | "cancelled";
  readonly total_bytes: string;
  readonly bytes: string;
  readonly rows: string;
  readonly rejected_rows: string;
  readonly message: string;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
}

function imports(tx: Tx) {
  return tx
    .selectFrom("imports")
    .innerJoin("datasources", "datasources.id", "imports.datasource_id")
    .select([
      "imports.id",
      "imports.datasource_id",
      "datasources.name as datasource_name",
      "datasources.columns",
      "imports.status",
      "imports.total_bytes",
      "imports.bytes",
      "imports.rows",
      "imports.rejected_rows",
      "imports.message",
      "imports.created_at",
      "imports.started_at",
      "imports.ended_at",
    ]);
}

export async function findImport(tx: Tx, id: string, lock: boolean): Promise<ImportRow | undefined> {
  return imports(tx)
    .where("imports.id", "=", id)
    .$if(lock, (query) => query.forUpdate("imports"))
    .executeTakeFirst();
}

const order = { sorts: { createdDate: sql<string>`imports.id` }, id: sql<string>`imports.id` };

export function listImports(tx: Tx, query: ImportQuery): Promise<Page<ImportRow> | Refused> {
  const { datasourceWss } = query;
  const select = imports(tx).$if(datasourceWss !== undefined, (all) => all.where("imports.datasource_id", "=", datasourceWss ?? ""));
  return readPage(select, { ...query, sort: query.sort ?? "-createdDate" }, order);
}

export async function countUnfinished(tx: Tx): Promise<number> {
  const found = await tx.selectFrom("imports").where("status", "in", ["waiting", "running"]).select("id").execute();
  return found.length;
}

/** Its worker finds that it is not wanted any more, and stops. */
export async function cancelImport(tx: Tx, row: Pick<ImportRow, "id" | "datasource_id">): Promise<void> {
  await tx.updateTable("imports").set({ status: "cancelled", ended_at: new Date() }).where("id", "=", row.id).execute();
  await tx.updateTable("datasources").set({ status: "cancelled" }).where("id", "=", row.datasource_id).execute();
}
