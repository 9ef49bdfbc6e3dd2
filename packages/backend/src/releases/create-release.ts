import type { ReleaseCreate } from "@airlock/contract";
import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";

/** The version that the solution's key resolves to now. */
export async function liveVersion(tx: Tx, solutionId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("releases")
    .where("solution_id", "=", solutionId)
    .where("status", "=", "live")
    .select("version_id")
    .executeTakeFirst();
  return row?.version_id;
}

/** Locks the solution's row, so that no two releases get the same number. */
export async function createRelease(tx: Tx, organisationId: string, solutionId: string, fields: ReleaseCreate): Promise<string> {
  const releaseId = newId();
  await tx.selectFrom("solutions").where("id", "=", solutionId).select("id").forUpdate().executeTakeFirst();
  const { last, before } = await tx
    .selectFrom("releases")
    .where("solution_id", "=", solutionId)
    .select([
      sql<number>`coalesce(max(number), 0)`.as("last"),
      sql<boolean>`coalesce(bool_or(version_id = ${fields.versionWss} and status = 'ended'), false)`.as("before"),
    ])
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("releases")
    .values({
      id: releaseId,
      organisation_id: organisationId,
      solution_id: solutionId,
      number: last + 1,
      version_id: fields.versionWss,
      kind: before ? "rollback" : "release",
      reason: fields.reason,
      ...(fields.beginsDate === undefined ? {} : { begins_at: new Date(fields.beginsDate) }),
    })
    .execute();
  return releaseId;
}
