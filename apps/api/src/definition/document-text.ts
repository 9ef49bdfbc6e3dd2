import { limits } from "@airlock/flow";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { can } from "../can.ts";
import type { Actor } from "../identity/actor.ts";
import { refuse, type Refused } from "../outcome.ts";
import { versionsInDraft } from "../sub-flow/use-store.ts";

/** A version has at most this many bytes, and sub-flows are part of it. */
const maxBytes = 2_900_000;

/**
 * A definition that a client sent, as JSON, with copies of the versions that its nodes run as they are stored: copies that the client sent are not
 * used. Versions that the organisation does not have, or that the user may not read, are left out; the validator then reports the nodes that run
 * them. A draft keeps the versions that it already uses, with any user.
 */
export async function documentText(
  tx: Tx,
  actor: Actor,
  document: Readonly<Record<string, unknown>>,
  solutionId?: string,
): Promise<string | Refused> {
  const { subFlows: _sent, ...rest } = document;
  const ids = await readable(tx, actor, versionIdsIn(document), solutionId);
  if (ids.length === 0) return JSON.stringify(rest);
  if (ids.length > limits.subFlows) {
    const message = `There are ${ids.length} sub-flows; at most ${limits.subFlows} are allowed.`;
    return refuse("INVALID_REQUEST", [{ field: "subFlows", code: "LIST_TOO_LONG", message }]);
  }
  const versions = tx.selectFrom("versions").where("versions.id", "in", ids);
  const { bytes } = await versions
    .select(sql<string>`coalesce(sum(octet_length(versions.definition)), 0)`.as("bytes"))
    .executeTakeFirstOrThrow();
  if (Number(bytes) > maxBytes) {
    const message = `The sub-flows have ${bytes} bytes together; a definition may have ${maxBytes}.`;
    return refuse("INVALID_REQUEST", [{ field: "subFlows", code: "TOO_LARGE", message }]);
  }
  const rows = await versions
    .innerJoin("solutions", "solutions.id", "versions.solution_id")
    .select([
      "versions.id",
      "versions.name",
      "versions.behaviour",
      "versions.definition",
      "versions.solution_id",
      "solutions.name as solution_name",
    ])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const copies = ids.flatMap((id) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    const { name, behaviour, solution_id: solutionId, solution_name: solutionName } = row;
    const described = JSON.stringify({ versionId: id, name, solutionId, solutionName, behaviour });
    // The frozen text is JSON; a large one is parsed in the thread that checks the whole.
    return [`${described.slice(0, -1)},"definition":${row.definition}}`];
  });
  const others = JSON.stringify(rest).slice(1);
  return `{"subFlows":[${copies.join(",")}]${others === "}" ? "" : ","}${others}`;
}

/** Which of these versions the user may use. */
async function readable(tx: Tx, actor: Actor, ids: readonly string[], solutionId: string | undefined): Promise<readonly string[]> {
  if (ids.length === 0 || can(actor, "version.definition") === undefined) return ids;
  const kept = solutionId === undefined ? new Set<string>() : await versionsInDraft(tx, solutionId);
  return ids.filter((id) => kept.has(id));
}

/** The versions that nodes of a document name, which was not parsed yet. */
function versionIdsIn({ solutionDefinition }: Readonly<Record<string, unknown>>): readonly string[] {
  const nodes = property(solutionDefinition, "nodes");
  if (!Array.isArray(nodes)) return [];
  const called = nodes.filter((node) => property(node, "type") === "SubFlow").map((node) => property(node, "versionId"));
  return [...new Set(called.filter((id): id is string => typeof id === "string" && id !== ""))];
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
