import { parseDefinition } from "@airlock/flow";
import type { SearchedVersion } from "@airlock/backend/executions";
import type { Tx } from "@airlock/platform/postgres";

/** A version for reading its executions. Includes deleted versions, whose executions are still stored. */
export interface RememberedVersion extends SearchedVersion {
  readonly name: string;
  readonly solutionName: string;
}

/** Versions of the transaction's organisation. Without `ids`, the latest that were ever served. */
export async function rememberedVersions(
  tx: Tx,
  wanted: { readonly ids?: readonly string[] | undefined; readonly solutionId?: string | undefined },
  limit: number,
): Promise<readonly RememberedVersion[]> {
  const { ids, solutionId } = wanted;
  const rows = await tx
    .selectFrom("versions")
    .innerJoin("solutions", "solutions.id", "versions.solution_id")
    .select(["versions.id", "versions.name", "versions.definition", "solutions.name as solution_name"])
    .where((where) =>
      where.and([
        ...(ids === undefined ? [where("versions.desired", "is not", null)] : [where("versions.id", "in", ids.length === 0 ? ["-"] : ids)]),
        ...(solutionId === undefined ? [] : [where("versions.solution_id", "=", solutionId)]),
      ]),
    )
    .orderBy("versions.id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => {
    const parsed = parseDefinition(JSON.parse(row.definition));
    // Only readable definitions are ever frozen.
    if (!parsed.ok) throw new Error(`The frozen definition of ${row.id} cannot be read.`);
    const { applicationDatasetFields: applicationFields, runtimeDatasetFields: runtimeFields } = parsed.definition;
    return { id: row.id, name: row.name, solutionName: row.solution_name, plan: { applicationFields, runtimeFields } };
  });
}
