import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { createRelease } from "../releases/create-release.ts";
import { endRequest } from "../releases/end-request.ts";
import { findApproval, type Approval } from "../releases/find-approval.ts";

export interface RolledOut {
  readonly id: string;
  readonly organisation_id: string;
  readonly solution_id: string;
  readonly version_id: string;
  readonly release_id: string | null;
}

/** Returns whether it was running. The caller publishes the entry of the release. */
export async function endRollout(
  tx: Tx,
  rolloutId: string,
  ended: { readonly status: "ended" | "rolledBack"; readonly message: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("rollouts")
    .set({ ...ended, ended_at: sql<Date>`now()` })
    .where("id", "=", rolloutId)
    .where("status", "=", "running")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function approvalOf(tx: Tx, { organisation_id, solution_id, version_id }: RolledOut, lock: boolean): Promise<Approval> {
  return findApproval(tx, { organisationId: organisation_id, solutionId: solution_id, versionId: version_id }, lock);
}

/**
 * Stores the release that promotes a rollout and closes the request that allows it. The rollout ends when the release is live. Undefined if the
 * policy does not allow the release: promoting has the same requirements as releasing.
 */
export async function promoteRollout(tx: Tx, rollout: RolledOut, reason: string): Promise<string | undefined> {
  const scheduled = await scheduledRelease(tx, rollout.release_id);
  if (scheduled !== undefined) return scheduled;
  const approval = await approvalOf(tx, rollout, true);
  if (approval.kind !== "notNeeded" && approval.kind !== "approved") return undefined;
  const { solution_id, organisation_id, version_id } = rollout;
  const releaseId = await createRelease(tx, organisation_id, solution_id, { versionWss: version_id, reason });
  await tx.updateTable("rollouts").set({ release_id: releaseId }).where("id", "=", rollout.id).execute();
  if (approval.kind !== "approved") return releaseId;
  await endRequest(tx, { ...approval, status: "released", releaseId });
  await tx
    .insertInto("release_request_events")
    .values({ id: newId(), organisation_id, request_id: approval.requestId, kind: "released", text: "", version_id })
    .execute();
  return releaseId;
}

/** A release that was stored by an earlier promotion and has not started. */
async function scheduledRelease(tx: Tx, releaseId: string | null): Promise<string | undefined> {
  if (releaseId === null) return undefined;
  const row = await tx.selectFrom("releases").where("id", "=", releaseId).where("status", "=", "scheduled").select("id").executeTakeFirst();
  return row?.id;
}
