import { parseDefinition, type Definition } from "@airlock/flow";
import type { Tx } from "@airlock/platform/postgres";
import type { Actor } from "../identity/actor.ts";
import { secretNames } from "../secret/store.ts";
import type { Judge, Judged } from "./judge.ts";
import { findSave } from "./saves.ts";

export interface StoredDefinition extends Judged {
  readonly revision: number;
  readonly savedBy: string;
  readonly savedAt: Date;
}

export async function readDefinition(tx: Tx, judge: Judge, solutionId: string): Promise<StoredDefinition> {
  const row = await tx
    .selectFrom("definitions")
    .where("solution_id", "=", solutionId)
    .select(["document", "revision", "updated_at"])
    .executeTakeFirstOrThrow();
  const saved = await findSave(tx, solutionId, row.revision);
  return {
    ...judge(readDocument(row.document, solutionId), await secretNames(tx)),
    revision: row.revision,
    savedBy: saved?.saved_by_name ?? "",
    savedAt: row.updated_at,
  };
}

export function readDocument(document: unknown, solutionId: string): Definition {
  const parsed = parseDefinition(document);
  // Only what parsed was ever stored, and the parser only ever learns to read more.
  if (!parsed.ok) throw new Error(`The stored definition of ${solutionId} cannot be read: ${JSON.stringify(parsed.problems[0])}`);
  return parsed.definition;
}

/** Inserts or replaces the draft; the database keeps a copy of every save. Answers what there is to say against it. */
export async function writeDefinition(
  tx: Tx,
  judge: Judge,
  actor: Actor,
  solutionId: string,
  definition: Definition,
): Promise<StoredDefinition> {
  const columns = { document: JSON.stringify(definition), valid_runtime: judge(definition, await secretNames(tx)).validRuntime };
  await tx
    .insertInto("definitions")
    .values({ solution_id: solutionId, organisation_id: actor.organisationId, ...columns })
    .onConflict((conflict) => conflict.column("solution_id").doUpdateSet(columns))
    .execute();
  return readDefinition(tx, judge, solutionId);
}
