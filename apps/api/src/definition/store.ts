import { isValidRuntime, parseDefinition, validate, type Definition, type Finding } from "@airlock/flow";
import type { Tx } from "@airlock/platform/postgres";
import type { Actor } from "../identity/actor.ts";

export interface StoredDefinition {
  readonly definition: Definition;
  readonly validRuntime: boolean;
  readonly errors: readonly Finding[];
  readonly revision: number;
}

export async function readDefinition(tx: Tx, solutionId: string): Promise<StoredDefinition> {
  const row = await tx
    .selectFrom("definitions")
    .where("solution_id", "=", solutionId)
    .select(["document", "revision"])
    .executeTakeFirstOrThrow();
  const parsed = parseDefinition(row.document);
  // Only what parsed was ever stored, and the parser only ever learns to read more.
  if (!parsed.ok) throw new Error(`The stored definition of ${solutionId} cannot be read: ${JSON.stringify(parsed.problems[0])}`);
  return { ...judge(parsed.definition), revision: row.revision };
}

/** Inserts or replaces the draft. Answers what the validator says about it. */
export async function writeDefinition(tx: Tx, actor: Actor, solutionId: string, definition: Definition): Promise<StoredDefinition> {
  const judged = judge(definition);
  const columns = { document: JSON.stringify(definition), valid_runtime: judged.validRuntime };
  const row = await tx
    .insertInto("definitions")
    .values({ solution_id: solutionId, organisation_id: actor.organisationId, ...columns })
    .onConflict((conflict) => conflict.column("solution_id").doUpdateSet(columns))
    .returning("revision")
    .executeTakeFirstOrThrow();
  return { ...judged, revision: row.revision };
}

function judge(definition: Definition): Omit<StoredDefinition, "revision"> {
  const errors = validate(definition);
  return { definition, validRuntime: isValidRuntime(errors), errors };
}
