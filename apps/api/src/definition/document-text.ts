import { limits } from "@airlock/flow";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { refuse, type Refused } from "../outcome.ts";

/** A version has at most this many bytes, and sub-flows are part of it. */
const maxBytes = 2_900_000;

/**
 * A definition that a client sent, as JSON, with the versions that its `subFlows` name as they are stored: what the client sent of them beside their
 * ids is not used. Versions that the organisation does not have are left out, and the validator then reports the nodes that run them.
 */
export async function documentText(tx: Tx, document: Readonly<Record<string, unknown>>): Promise<string | Refused> {
  const { subFlows: sent, ...rest } = document;
  // The parser refuses what is no list, or too long.
  if (!Array.isArray(sent) || sent.length === 0 || sent.length > limits.subFlows) return JSON.stringify(document);
  const ids = [...new Set(sent.flatMap(versionIdIn))];
  const versions = tx.selectFrom("versions").where("versions.id", "in", ids.length === 0 ? [""] : ids);
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

function versionIdIn(sent: unknown): readonly string[] {
  const id: unknown = typeof sent === "object" && sent !== null && "versionId" in sent ? sent.versionId : undefined;
  return typeof id === "string" ? [id] : [];
}
