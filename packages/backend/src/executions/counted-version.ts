import { isOutcomeName, likelyOutcomeField, maxOutcomes } from "@airlock/contract";
import { parseDefinition, setTextsIn, type Definition, type ReasonTexts } from "@airlock/flow";
import type { Tx } from "@airlock/platform/postgres";

/** Where the execution records of a version have its outcome. */
export interface OutcomeSource {
  /** Among the runtime values of an execution record, from 1. */
  readonly position: number;
  /** The texts that the definition sets it to. Other values may be personal data and are counted together. */
  readonly texts: readonly string[];
}

/** A version for counting its executions by outcome and reason code. */
export interface CountedVersion {
  readonly id: string;
  readonly name: string;
  readonly solutionId: string;
  readonly solutionName: string;
  readonly outcome: OutcomeSource | undefined;
  readonly reasonTexts: ReasonTexts;
}

/** Undefined if no text field is an outcome. */
export function outcomeSourceOf(definition: Definition): OutcomeSource | undefined {
  const fields = definition.runtimeDatasetFields;
  const name = likelyOutcomeField(fields, fields);
  const index = fields.findIndex((field) => field.name === name);
  const field = fields[index];
  if (field === undefined) return undefined;
  const set = setTextsIn(definition).filter(({ key, text }) => key === field.key && text !== "");
  const texts = [...new Set(set.map(({ text }) => text))].slice(0, maxOutcomes);
  return texts.length === 0 && !isOutcomeName(field.name) ? undefined : { position: index + 1, texts };
}

/** Versions are immutable, so cached entries stay valid until they are evicted. Names can change and are read each time. */
const maxRemembered = 2_000;
const remembered = new Map<string, Pick<CountedVersion, "outcome" | "reasonTexts">>();

/** Versions of the transaction's organisation, including deleted ones. Without `ids`, the latest that were ever served. */
export async function countedVersions(tx: Tx, ids: readonly string[] | undefined, max: number): Promise<readonly CountedVersion[]> {
  const rows = await tx
    .selectFrom("versions")
    .innerJoin("solutions", "solutions.id", "versions.solution_id")
    .select(["versions.id", "versions.name", "versions.solution_id", "solutions.name as solution_name"])
    .$if(ids === undefined, (query) => query.where("versions.desired", "is not", null))
    .$if(ids !== undefined, (query) => query.where("versions.id", "in", ids?.length === 0 ? ["-"] : (ids ?? [])))
    .orderBy("versions.id", "desc")
    .limit(max)
    .execute();
  const unread = rows.map(({ id }) => id).filter((id) => !remembered.has(id));
  const definitions =
    unread.length === 0 ? [] : await tx.selectFrom("versions").where("id", "in", unread).select(["id", "definition"]).execute();
  const read = new Map(definitions.map(({ id, definition }) => [id, readDefinition(id, definition)]));
  const versions = rows.map((row) => {
    const known = remembered.get(row.id) ?? read.get(row.id) ?? { outcome: undefined, reasonTexts: {} };
    return { id: row.id, name: row.name, solutionId: row.solution_id, solutionName: row.solution_name, ...known };
  });
  for (const [id, known] of read) remembered.set(id, known);
  for (const id of remembered.keys()) {
    if (remembered.size <= maxRemembered) break;
    remembered.delete(id);
  }
  return versions;
}

function readDefinition(id: string, text: string): Pick<CountedVersion, "outcome" | "reasonTexts"> {
  const parsed = parseDefinition(JSON.parse(text));
  // Only readable definitions are ever frozen.
  if (!parsed.ok) throw new Error(`The frozen definition of ${id} cannot be read.`);
  return { outcome: outcomeSourceOf(parsed.definition), reasonTexts: parsed.definition.reasonTexts ?? {} };
}
