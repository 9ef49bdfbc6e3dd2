import type { PageQuery, SolutionCreate, SolutionUpdate } from "@airlock/contract";
import { emptyDefinition } from "@airlock/flow";
import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { writeDefinition } from "../definition/store.ts";
import { containing, readPage, type Page } from "../http/page.ts";
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
}

function solutions(tx: Tx) {
  return tx
    .selectFrom("solutions")
    .innerJoin("definitions", "definitions.solution_id", "solutions.id")
    .where("solutions.deleted_at", "is", null)
    .select((select) => [
      "solutions.id",
      "solutions.name",
      "solutions.description",
      "solutions.created_at",
      "solutions.updated_at",
      "solutions.revision",
      "definitions.valid_runtime",
      select
        .selectFrom("versions")
        .whereRef("versions.solution_id", "=", "solutions.id")
        .where("versions.deleted_at", "is", null)
        .where("versions.desired", "=", "serving")
        .select(sql<number>`count(*)::int`.as("count"))
        .$asScalar()
        .$notNull()
        .as("serving_versions"),
    ]);
}

export async function findSolution(tx: Tx, id: string, lock: boolean): Promise<SolutionRow | undefined> {
  return solutions(tx)
    .where("solutions.id", "=", id)
    .$if(lock, (query) => query.forUpdate("solutions"))
    .executeTakeFirst();
}

const order = {
  sorts: {
    name: sql<string>`lower(solutions.name)`,
    description: sql<string>`lower(solutions.description)`,
    createdDate: sql<string>`solutions.id`,
    updatedDate: sql<string>`to_char(solutions.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`,
  },
  id: sql<string>`solutions.id`,
};

export function listSolutions(tx: Tx, query: PageQuery): Promise<Page<SolutionRow> | Refused> {
  const { search } = query;
  const matching = solutions(tx).$if(search !== undefined && search !== "", (select) =>
    select.where((where) =>
      where.or([
        where("solutions.name", "ilike", containing(search ?? "")),
        where("solutions.description", "ilike", containing(search ?? "")),
      ]),
    ),
  );
  return readPage(matching, query, order);
}

export async function createSolution(tx: Tx, actor: Actor, fields: SolutionCreate): Promise<string> {
  const id = newId();
  await tx
    .insertInto("solutions")
    .values({ id, organisation_id: actor.organisationId, name: fields.name, description: fields.description })
    .execute();
  await writeDefinition(tx, actor, id, emptyDefinition());
  return id;
}

export async function updateSolution(tx: Tx, id: string, fields: SolutionUpdate): Promise<void> {
  const { name, description } = fields;
  if (name === undefined && description === undefined) return;
  await tx
    .updateTable("solutions")
    .set({ ...(name === undefined ? {} : { name }), ...(description === undefined ? {} : { description }) })
    .where("id", "=", id)
    .execute();
}

/**
 * Its versions go with it: nothing of it is listed any more, and past executions can still be explained. Answers the versions that
 * runtimes have heard of.
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
