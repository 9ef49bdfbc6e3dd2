import { createHash, randomBytes } from "node:crypto";
import type { ErasableFieldFields, ErasureCreate, ErasureFields, ErasureStatus, PageQuery } from "@airlock/contract";
import type { ErasableField } from "@airlock/backend/executions";
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
  readonly status: ErasureStatus;
  readonly begins_at: Date;
  readonly cancelled_at: Date | null;
  readonly message: string;
  readonly versions: number;
  readonly versions_done: number;
  readonly erased: number;
  /** Written only by `createErasure`. */
  readonly exports: unknown;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

/** Without salt and hash, which only the worker needs. */
function erasures(tx: Tx) {
  return tx
    .selectFrom("erasures")
    .select([
      "id",
      "solution_id",
      "field",
      "status",
      "begins_at",
      "cancelled_at",
      "message",
      "versions",
      "versions_done",
      "erased",
      "exports",
      "created_at",
      "finished_at",
    ]);
}

export function findErasure(tx: Tx, id: string, lock = false): Promise<ErasureRow | undefined> {
  return erasures(tx)
    .where("id", "=", id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
}

/** The caller found it waiting and has locked its row. */
export async function cancelErasure(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable("erasures")
    .set({ status: "cancelled", cancelled_at: sql`now()` })
    .where("id", "=", id)
    .execute();
}

const order = { sorts: { createdDate: sql<string>`id` }, id: sql<string>`id` };

export function listErasures(tx: Tx, query: Pick<PageQuery, "limit" | "after">): Promise<Page<ErasureRow> | Refused> {
  return readPage(erasures(tx), { ...query, sort: "-createdDate" }, order);
}

export interface ErasableVersion extends ErasableField {
  readonly id: string;
  readonly solutionId: string;
}

/**
 * Versions of the solution, or of all, that have an application field of this name, newest first; including deleted ones, whose executions are still
 * stored.
 */
export async function erasableVersions(tx: Tx, { field, solutionWss }: ErasureCreate): Promise<readonly ErasableVersion[]> {
  const found = await sql<ErasableVersion>`
    select v.id, v.solution_id as "solutionId", f.position::integer as position, f.field ->> 'type' as type
    from versions v
    cross join lateral (
      select given.field, given.position
      from jsonb_array_elements(v.definition::jsonb -> 'applicationDatasetFields') with ordinality given (field, position)
      where given.field ->> 'name' = ${field}
      order by given.position limit 1
    ) f
    where ${solutionWss ?? null}::text is null or v.solution_id = ${solutionWss ?? null}
    order by v.id desc
  `.execute(tx);
  return found.rows;
}

/** Further names are not offered; the call accepts any name. */
const maxFields = 1_000;

/** Names of application fields of versions, with their solutions; including deleted versions. */
export async function erasableFields(tx: Tx): Promise<readonly ErasableFieldFields[]> {
  const found = await sql<ErasableFieldFields>`
    select named.name,
      json_agg(json_build_object('webSafeString', s.id, 'name', s.name) order by s.name, s.id) as solutions
    from (
      select distinct f ->> 'name' as name, v.solution_id
      from versions v cross join lateral jsonb_array_elements(v.definition::jsonb -> 'applicationDatasetFields') f
    ) named
    join solutions s on s.id = named.solution_id
    group by named.name
    order by named.name
    limit ${maxFields}
  `.execute(tx);
  return found.rows;
}

/** The value is hashed here and not stored. */
export async function createErasure(
  tx: Tx,
  actor: Actor,
  request: ErasureCreate,
  { versions, delaySeconds }: { readonly versions: number; readonly delaySeconds: number },
): Promise<string> {
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
      solution_id: request.solutionWss ?? null,
      field: request.field,
      salt,
      hash: createHash("sha256")
        .update(salt + request.value)
        .digest("hex"),
      versions,
      begins_at: sql`now() + make_interval(secs => ${delaySeconds})`,
      cancelled_at: null,
      exports: JSON.stringify(exports),
      swept_at: null,
      finished_at: null,
    })
    .execute();
  return id;
}
