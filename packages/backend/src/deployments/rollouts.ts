import { withSpan } from "@airlock/platform";
import type { Tenant, Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { carryOut } from "./carry-out.ts";
import { confirmRelease, orderServing, type BegunRelease, type ReleaseParts } from "./releases.ts";

/**
 * Starts a rollout: first every runtime serves its version, then the entry of the release names it. Idempotent: the request does it immediately, and
 * the job that was stored with the rollout repeats it in case the request died.
 */
export async function beginRollout(parts: ReleaseParts, tenant: Tenant, rolloutId: string): Promise<BegunRelease> {
  return withSpan("begin rollout", { attributes: { "airlock.rollout": rolloutId } }, async () => {
    const due = await parts.postgres.inOrganisation(tenant, (tx) => orderVersion(tx, rolloutId));
    if (due === undefined) return { kind: "notDue" };
    if (!due.hasBegun) {
      const served = await carryOut(parts, tenant, due.versionId);
      if (served.kind === "unreachable" || served.kind === "open") return served;
      if (served.kind === "error") {
        await parts.postgres.inOrganisation(tenant, (tx) => fail(tx, rolloutId, served.message));
        return { kind: "failed", message: served.message };
      }
    }
    await parts.postgres.inOrganisation(tenant, (tx) => begin(tx, rolloutId));
    return confirmRelease(parts, tenant, due.solutionId);
  });
}

/** Undefined if there is nothing to do. */
async function orderVersion(tx: Tx, rolloutId: string) {
  const row = await tx
    .selectFrom("rollouts")
    .innerJoin("versions", "versions.id", "rollouts.version_id")
    .innerJoin("solutions", "solutions.id", "rollouts.solution_id")
    .where("rollouts.id", "=", rolloutId)
    .where("rollouts.status", "=", "running")
    .where("solutions.deleted_at", "is", null)
    .select(["rollouts.solution_id", "rollouts.began_at", "versions.id as version_id", "versions.desired", "versions.deployment_status"])
    .select("versions.deleted_at")
    .forUpdate("versions")
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const found = { solutionId: row.solution_id, versionId: row.version_id };
  if (row.began_at !== null) return { ...found, hasBegun: true };
  if (row.deleted_at !== null) {
    await fail(tx, rolloutId, "It was deleted.");
    return undefined;
  }
  await orderServing(tx, row);
  return { ...found, hasBegun: false };
}

async function begin(tx: Tx, rolloutId: string): Promise<void> {
  await tx
    .updateTable("rollouts")
    .set({ began_at: sql<Date>`now()`, step_at: sql<Date>`case when kind = 'ramp' then now() end` })
    .where("id", "=", rolloutId)
    .where("status", "=", "running")
    .where("began_at", "is", null)
    .execute();
}

async function fail(tx: Tx, rolloutId: string, message: string): Promise<void> {
  await tx
    .updateTable("rollouts")
    .set({ status: "ended", message: `Its version cannot be served. ${message}`, ended_at: sql<Date>`now()` })
    .where("id", "=", rolloutId)
    .where("status", "=", "running")
    .execute();
}
