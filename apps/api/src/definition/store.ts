import { parseDefinition, type Definition } from "@airlock/flow";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import type { Actor } from "../identity/actor.ts";
import { secretNames } from "../secret/store.ts";
import { writeUses } from "../sub-flow/use-store.ts";
import type { DefinitionPool, ValidatedText, WorkFor } from "./definition-pool.ts";
import type { ValidatedDefinition } from "./find-errors.ts";

/** Identifies a save of the draft. */
export interface Saved {
  readonly revision: number;
  readonly savedBy: string;
  readonly savedAt: Date;
}

export interface StoredDefinition extends ValidatedDefinition, Saved {}

/** The draft as text, with what is needed to check it outside the transaction. */
export interface Draft extends Saved {
  readonly solutionId: string;
  readonly text: string;
  readonly secretNames: ReadonlySet<string>;
}

function draftOf(tx: Tx, solutionId: string) {
  return tx
    .selectFrom("definitions")
    .leftJoin("saves", (join) =>
      join.onRef("saves.solution_id", "=", "definitions.solution_id").onRef("saves.revision", "=", "definitions.revision"),
    )
    .where("definitions.solution_id", "=", solutionId)
    .select((select) => [
      "definitions.revision",
      "definitions.updated_at as savedAt",
      select.fn.coalesce("saves.saved_by_name", sql<string>`''`).as("savedBy"),
    ]);
}

export function readSaved(tx: Tx, solutionId: string): Promise<Saved> {
  return draftOf(tx, solutionId).executeTakeFirstOrThrow();
}

/** In one statement: another user may save in the meantime, and with the revision of that save this text would overwrite it. */
export async function readDraft(tx: Tx, solutionId: string): Promise<Draft> {
  const draft = await draftOf(tx, solutionId)
    // As text: the driver would parse JSON on the event loop.
    .select(sql<string>`definitions.document::text`.as("text"))
    .executeTakeFirstOrThrow();
  return { solutionId, secretNames: await secretNames(tx), ...draft };
}

/** Checks the stored definition. Call it outside the transaction: a large definition may wait for a thread. */
export async function checkStored(
  pool: DefinitionPool,
  { text, solutionId, secretNames: names }: Pick<Draft, "text" | "solutionId" | "secretNames">,
  whose: WorkFor,
): Promise<ValidatedText> {
  const checked = await pool.check(text, names, whose);
  if (!checked.ok) throw unreadable(solutionId, checked.problems[0]);
  return checked;
}

export function readDocument(document: unknown, id: string): Definition {
  const parsed = parseDefinition(document);
  if (!parsed.ok) throw unreadable(id, parsed.problems[0]);
  return parsed.definition;
}

/** Only parsed definitions are ever stored, and later parsers read everything that earlier ones did. */
function unreadable(id: string, problem: unknown): Error {
  return new Error(`The stored definition of ${id} cannot be read: ${JSON.stringify(problem)}`);
}

/** Inserts or replaces the draft; a trigger stores a copy of every save. */
export async function writeDefinition(
  tx: Tx,
  actor: Actor,
  solutionId: string,
  { text, validRuntime, definition }: Pick<ValidatedText, "text" | "validRuntime" | "definition">,
): Promise<Saved> {
  const columns = { document: text, valid_runtime: validRuntime };
  await tx
    .insertInto("definitions")
    .values({ solution_id: solutionId, organisation_id: actor.organisationId, ...columns })
    .onConflict((conflict) => conflict.column("solution_id").doUpdateSet(columns))
    .execute();
  await writeUses(tx, actor, { solutionId, versionId: null }, definition);
  return readSaved(tx, solutionId);
}
