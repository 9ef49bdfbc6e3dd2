import type { Tx } from "@airlock/platform/postgres";

interface NamedVersion {
  readonly name: string;
  readonly solutionId: string;
  readonly solutionName: string;
}

/** Names of the entities in refused requests, as far as they exist in the organisation. Row-level security hides all others. */
export interface Names {
  readonly versions: ReadonlyMap<string, NamedVersion>;
  readonly callers: ReadonlyMap<string, string>;
  readonly keys: ReadonlyMap<string, string>;
}

export interface Mentioned {
  readonly versions: Iterable<string>;
  readonly callers: Iterable<string>;
  readonly keys: Iterable<string>;
}

export async function namesOf(tx: Tx, mentioned: Mentioned): Promise<Names> {
  const versions = await tx
    .selectFrom("versions")
    .innerJoin("solutions", "solutions.id", "versions.solution_id")
    .select(["versions.id", "versions.name", "versions.solution_id", "solutions.name as solution_name"])
    .where("versions.id", "in", someOf(mentioned.versions))
    .execute();
  const callers = await tx.selectFrom("users").select(["id", "name"]).where("id", "in", someOf(mentioned.callers)).execute();
  const keys = await tx.selectFrom("keys").select(["id", "name"]).where("id", "in", someOf(mentioned.keys)).execute();
  return {
    versions: new Map(
      versions.map(({ id, name, solution_id, solution_name }) => [id, { name, solutionId: solution_id, solutionName: solution_name }]),
    ),
    callers: new Map(callers.map(({ id, name }) => [id, name])),
    keys: new Map(keys.map(({ id, name }) => [id, name])),
  };
}

/** SQL has no empty list. */
function someOf(ids: Iterable<string>): string[] {
  const distinct = [...new Set(ids)];
  return distinct.length === 0 ? ["-"] : distinct;
}

/** Including deleted versions, which may have been called, too. */
export async function versionsOfSolution(tx: Tx, solutionId: string): Promise<readonly string[]> {
  const rows = await tx.selectFrom("versions").where("solution_id", "=", solutionId).select("id").execute();
  return rows.map(({ id }) => id);
}
