import { compileFrozen, type Plan } from "@airlock/engine";
import { parseDefinition, type Definition } from "@airlock/flow";
import type { Tx } from "@airlock/platform/postgres";

/** A version for reading its executions. Includes deleted versions, whose executions are still stored. */
export interface ServedVersion {
  readonly id: string;
  readonly name: string;
  readonly solutionId: string;
  readonly solutionName: string;
  readonly definition: Definition;
  readonly plan: Plan;
}

/** Versions are immutable, so a compiled plan stays valid until it is evicted. Names can change and are read each time. */
const maxPlans = 500;
const compiled = new Map<string, Pick<ServedVersion, "definition" | "plan">>();

/** Under row-level security of the actor's organisation. Without `ids`, the latest that were ever served. */
export async function servedVersions(tx: Tx, ids: readonly string[] | undefined, maxVersions: number): Promise<readonly ServedVersion[]> {
  const rows = await tx
    .selectFrom("versions")
    .innerJoin("solutions", "solutions.id", "versions.solution_id")
    .select(["versions.id", "versions.name", "versions.behaviour", "versions.solution_id", "solutions.name as solution_name"])
    .$if(ids === undefined, (query) => query.where("versions.desired", "is not", null))
    .$if(ids !== undefined, (query) => query.where("versions.id", "in", ids?.length === 0 ? ["-"] : (ids ?? [])))
    .orderBy("versions.id", "desc")
    .limit(maxVersions)
    .execute();
  const served: ServedVersion[] = [];
  for (const row of rows) {
    const known = compiled.get(row.id) ?? (await compileVersion(tx, row.id, row.behaviour));
    remember(row.id, known);
    served.push({ id: row.id, name: row.name, solutionId: row.solution_id, solutionName: row.solution_name, ...known });
  }
  return served;
}

function remember(id: string, known: Pick<ServedVersion, "definition" | "plan">): void {
  compiled.delete(id);
  compiled.set(id, known);
  const [oldest] = compiled.keys();
  if (compiled.size > maxPlans && oldest !== undefined) compiled.delete(oldest);
}

async function compileVersion(tx: Tx, id: string, behaviour: number): Promise<Pick<ServedVersion, "definition" | "plan">> {
  const row = await tx.selectFrom("versions").where("id", "=", id).select("definition").executeTakeFirstOrThrow();
  const parsed = parseDefinition(JSON.parse(row.definition));
  const result = parsed.ok ? compileFrozen(parsed.definition, behaviour) : undefined;
  // Only definitions that compile are ever frozen, and the engine supports every behaviour number.
  if (!parsed.ok || result?.ok !== true) throw new Error(`The frozen definition of ${id} cannot be compiled.`);
  return { definition: parsed.definition, plan: result.plan };
}
