import type { SolutionCreate, SolutionQuery, SolutionUpdate } from "@airlock/contract";
import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import type { ValidatedText } from "../definition/definition-pool.ts";
import { writeDefinition } from "../definition/store.ts";
import { findPage, type Page, type ListView } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { Refused } from "../outcome.ts";

export interface SolutionRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly revision: number;
  readonly valid_runtime: boolean;
  readonly serving_versions: number;
  readonly has_versions: boolean;
  readonly group_id: string | null;
  readonly group_name: string | null;
  readonly key: string;
  /** json, as the wire has it. */
  readonly former_keys: unknown;
}

const formerKeys = sql`(
  select coalesce(json_agg(json_build_object('key', k.key,
    'until', to_char(k.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by k.until), '[]')
  from solution_keys k where k.solution_id = solutions.id and k.until > now()
)`;

function solutions(tx: Tx) {
  return tx
    .selectFrom("solutions")
    .innerJoin("definitions", "definitions.solution_id", "solutions.id")
    .leftJoin("groups", "groups.id", "solutions.group_id")
    .where("solutions.deleted_at", "is", null)
    .select((select) => [
      "solutions.id",
      "solutions.name",
      "solutions.description",
      "solutions.created_at",
      "solutions.updated_at",
      "solutions.revision",
      "solutions.group_id",
      "groups.name as group_name",
      "definitions.valid_runtime",
      "solutions.key",
      formerKeys.as("former_keys"),
      select
        .selectFrom("versions")
        .whereRef("versions.solution_id", "=", "solutions.id")
        .where("versions.deleted_at", "is", null)
        .where("versions.desired", "=", "serving")
        .select(sql<number>`count(*)::int`.as("count"))
        .$asScalar()
        .$notNull()
        .as("serving_versions"),
      sql<boolean>`exists (select from versions where versions.solution_id = solutions.id and versions.deleted_at is null)`.as(
        "has_versions",
      ),
    ]);
}

export async function findSolution(tx: Tx, id: string, lock: boolean): Promise<SolutionRow | undefined> {
  return solutions(tx)
    .where("solutions.id", "=", id)
    .$if(lock, (query) => query.forUpdate("solutions"))
    .executeTakeFirst();
}

const listView: ListView = {
  table: "solutions",
  scopes: ["own"],
  sorts: { name: "name", description: "description", createdDate: "id", updatedDate: "updated_at" },
  types: { updated_at: "timestamptz" },
};

export function listSolutions(tx: Tx, actor: Actor, query: SolutionQuery): Promise<Page<SolutionRow> | Refused> {
  const conditions = query.groupWss === undefined ? [] : [sql<boolean>`group_id = ${query.groupWss}`];
  const rowsOf = (ids: readonly string[]) =>
    solutions(tx)
      .where("solutions.id", "in", [...ids])
      .execute();
  return findPage(tx, actor, query, listView, rowsOf, conditions);
}

export async function createSolution(
  tx: Tx,
  actor: Actor,
  fields: Omit<SolutionCreate, "definition"> & { readonly definition: Pick<ValidatedText, "text" | "validRuntime" | "definition"> },
): Promise<string> {
  const id = newId();
  await tx
    .insertInto("solutions")
    .values({
      id,
      organisation_id: actor.organisationId,
      name: fields.name,
      description: fields.description,
      ...(fields.key === undefined ? {} : { key: fields.key }),
    })
    .execute();
  await writeDefinition(tx, actor, id, fields.definition);
  return id;
}

export async function updateSolution(tx: Tx, id: string, fields: SolutionUpdate): Promise<void> {
  const { name, description, groupWss, key } = fields;
  const changes = {
    ...(key === undefined ? {} : { key }),
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(groupWss === undefined ? {} : { group_id: groupWss }),
  };
  if (Object.keys(changes).length > 0) await tx.updateTable("solutions").set(changes).where("id", "=", id).execute();
}

/** Whether another solution has the key, or had it until recently. The advisory lock prevents concurrent transactions from taking it. */
export async function isKeyTaken(tx: Tx, actor: Actor, key: string, solutionId?: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`solution keys of ${actor.organisationId}`}, 0))`.execute(tx);
  const owner = await tx
    .selectFrom("solution_keys")
    .where("organisation_id", "=", actor.organisationId)
    .where("key", "=", key)
    .where((where) => where.or([where("until", "is", null), where("until", ">", sql<Date>`now()`)]))
    .select("solution_id")
    .executeTakeFirst();
  return owner !== undefined && owner.solution_id !== solutionId;
}

/**
 * Deletes its versions too: they are no longer listed, but past executions can still be explained. Returns the versions that runtimes know.
 */
export async function deleteSolution(tx: Tx, id: string): Promise<readonly string[]> {
  const deleted_at = new Date();
  const versions = await tx
    .updateTable("versions")
    .set({ deleted_at })
    .where("solution_id", "=", id)
    .where("deleted_at", "is", null)
    .returning(["id", "desired"])
    .execute();
  await tx.updateTable("solutions").set({ deleted_at }).where("id", "=", id).execute();
  return versions.filter((version) => version.desired !== null).map((version) => version.id);
}
