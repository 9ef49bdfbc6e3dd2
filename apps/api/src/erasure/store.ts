import { createHash, randomBytes } from "node:crypto";
import type { ErasureCreate, ErasureFields, PageQuery } from "@airlock/contract";
import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { exportName } from "../export/resource.ts";
import { readPage, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { Refused } from "../outcome.ts";

export interface ErasureRow {
  readonly id: string;
  readonly solution_id: string | null;
  readonly field: string;
  readonly status: "waiting" | "running" | "done" | "failed";
  readonly message: string;
  readonly versions: number;
  readonly versions_done: number;
  readonly erased: number;
  /** Written by `createErasure` alone. */
  readonly exports: unknown;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

/** Never the salt and the hash: nobody but the worker needs them. */
function erasures(tx: Tx) {
  return tx
    .selectFrom("erasures")
    .select([
      "id",
      "solution_id",
      "field",
      "status",
      "message",
      "versions",
      "versions_done",
      "erased",
      "exports",
      "created_at",
      "finished_at",
    ]);
}

export function findErasure(tx: Tx, id: string): Promise<ErasureRow | undefined> {
  return erasures(tx).where("id", "=", id).executeTakeFirst();
}

const order = { sorts: { createdDate: sql<string>`id` }, id: sql<string>`id` };

export function listErasures(tx: Tx, query: Pick<PageQuery, "limit" | "after">): Promise<Page<ErasureRow> | Refused> {
  return readPage(erasures(tx), { ...query, sort: "-createdDate" }, order);
}

/** Versions of the solution, or of all, that have an application field of this name; deleted ones decided too. */
export async function countVersionsWith(tx: Tx, { field, solutionWss }: ErasureCreate): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::integer as count from versions v
    where (${solutionWss ?? null}::text is null or v.solution_id = ${solutionWss ?? null})
      and exists (select from jsonb_array_elements(v.definition::jsonb -> 'applicationDatasetFields') f where f ->> 'name' = ${field})
  `.execute(tx);
  return found.rows[0]?.count ?? 0;
}

/** The value is hashed here and goes no further. */
export async function createErasure(tx: Tx, actor: Actor, asked: ErasureCreate, versions: number): Promise<string> {
  const id = newId();
  const salt = randomBytes(32).toString("hex");
  const made = await tx.selectFrom("exports").where("status", "in", ["waiting", "running", "done"]).selectAll().orderBy("id").execute();
  const exports: ErasureFields["exports"] = made.map((row) => ({
    webSafeString: row.id,
    name: exportName(row),
    createdDate: row.created_at.toISOString(),
  }));
  await tx
    .insertInto("erasures")
    .values({
      id,
      organisation_id: actor.organisationId,
      solution_id: asked.solutionWss ?? null,
      field: asked.field,
      salt,
      hash: createHash("sha256")
        .update(salt + asked.value)
        .digest("hex"),
      versions,
      exports: JSON.stringify(exports),
      swept_at: null,
      finished_at: null,
    })
    .execute();
  return id;
}
